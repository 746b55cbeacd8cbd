import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test } from "vitest";
import { SayWhyOff } from "../../src/app/frame/background/say-why-off.tsx";
import { Button } from "../../src/app/ui/button.tsx";
import { IconButton } from "../../src/app/ui/icon-button.tsx";
import { Toaster } from "../../src/app/ui/toaster.tsx";
import "../../src/app/words/start-words.ts";

test("[SYNC-4, AUTH-18] a button that is off says why once, however often it is tapped; one that is on, or an icon, says nothing", async () => {
  render(
    <>
      <Toaster />
      <SayWhyOff />
      <Button title="Saves it">On</Button>
      <IconButton label="Next" aria-disabled />
      <Button off="Needs a connection to the host">Off</Button>
    </>,
  );
  const user = userEvent.setup();
  for (const target of screen.getAllByRole("button")) await user.pointer({ target, keys: "[TouchA][TouchA]" });
  const toasts = within(await screen.findByRole("region", { name: /^Latest messages/ }));
  await toasts.findByText("Needs a connection to the host");
  expect(toasts.getAllByRole("button", { name: "Dismiss" })).toHaveLength(1);
});

test("[LAY-7, AUTH-15] what a button of the lock says isn't told once the app is unlocked", async () => {
  onTestFinished(() => void (document.body.inert = false));
  render(
    <>
      <Toaster />
      <SayWhyOff />
      <Button off="You are offline">Unlock</Button>
      <Button off="Not permitted">Fund</Button>
    </>,
  );
  document.body.inert = true;
  screen.getByText("Unlock").click();
  document.body.inert = false;
  screen.getByText("Fund").click();
  const toasts = within(await screen.findByRole("region", { name: /^Latest messages/ }));
  await toasts.findByText("Not permitted");
  expect(toasts.queryByText("You are offline")).toBeNull();
});

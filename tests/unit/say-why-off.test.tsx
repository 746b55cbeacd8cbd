import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SayWhyOff } from "../../src/app/frame/background/say-why-off.tsx";
import { Button } from "../../src/app/ui/button.tsx";
import { IconButton } from "../../src/app/ui/icon-button.tsx";
import { Toaster } from "../../src/app/ui/toaster.tsx";
import "../../src/app/words/start-words.ts";

test("[SYNC-4, AUTH-18] a button that is off says why to whoever taps it; a mouse shows that without a click", async () => {
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
  const off = screen.getByRole("button", { name: "Off" });
  await user.click(off);
  for (const target of screen.getAllByRole("button")) await user.pointer({ target, keys: "[TouchA]" });
  const toasts = within(await screen.findByRole("region", { name: /^Latest messages/ }));
  await toasts.findByText("Needs a connection to the host");
  expect(toasts.getAllByRole("button", { name: "Dismiss" })).toHaveLength(1);
});

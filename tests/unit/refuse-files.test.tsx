import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { playFunding } from "../support/played-funding.ts";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { PlayedCalls } from "../support/played-calls.ts";

test("[FUND-2] a file dropped on a form doesn't replace the app, and text may be dropped", async () => {
  await bootApp(playFunding(new PlayedCalls()), { path: "/funding" });
  const amount = await screen.findByLabelText("Amount");
  await untilStanding();
  const isRefused = (type: "dragOver" | "drop", what: string) => !fireEvent[type](amount, { dataTransfer: { types: [what] } });
  await waitFor(() => expect(isRefused("dragOver", "Files")).toBe(true));
  expect(isRefused("drop", "Files")).toBe(true);
  expect(isRefused("drop", "text/plain")).toBe(false);
});

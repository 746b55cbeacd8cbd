import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { isOff, press } from "../support/fields.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard } from "../support/played-dashboard.ts";

vi.mock("../../src/db/money/journal.ts", async (load) => ({
  ...(await load<typeof import("../../src/db/money/journal.ts")>()),
  latestAttempts: () => new Promise(() => {}),
}));

test("[AUD-2] a journal that was not read yet is not exported as one without entries", async () => {
  const { user } = await bootApp(playDashboard(new PlayedCalls()), { path: "/audit?tab=device" });
  await press(user, "Export Logs");
  for (const name of ["As CSV", "As JSON, which can be checked"]) expect(isOff(await screen.findByRole("menuitem", { name }))).toBe(true);
});

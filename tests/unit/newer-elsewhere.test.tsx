import { act, screen, waitFor } from "@testing-library/react";
import { ref } from "valtio";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp, untilStanding } from "../support/boot-app.tsx";
import { Gate } from "../support/gate.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { valueOf } from "../support/fields.ts";
import { FundingForm } from "../support/funding-form.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playFunding } from "../support/played-funding.ts";
import { fakeSession } from "../support/fake-login.ts";

/** Another tab opens the cache with the next schema. */
async function openNewer(): Promise<void> {
  const { inUse } = await import("../../src/app/session/session-end.ts");
  const opening = indexedDB.open(inUse.sync?.db.name ?? "", 70);
  await new Promise((resolve) => opening.addEventListener("success", resolve));
  onTestFinished(() => opening.result.close());
}

/** The new version, as another tab has taken it while this one was in use. */
async function takeElsewhere() {
  const reload = vi.fn<() => void>();
  const { update } = await import("../../src/app/state/update-state.ts");
  act(() => {
    update.version = ref({ is: "taken" as const, news: [], update: reload });
  });
  return reload;
}

async function openPhoneForm(identity: string) {
  const path = "/user-management/generate-wallet-by-phone";
  const { user } = await bootApp(playUsers(new PlayedCalls()), { path, session: fakeSession(new Date(), {}, identity) });
  // As the app's start does.
  (await import("../../src/app/state/touched-fields.ts")).watchFields();
  return { user, box: await screen.findByLabelText("Phone number") };
}

test("[SYNC-6, PWA-3] a newer version that opens the cache in another tab stops a tab in which nothing is typed", async () => {
  await openPhoneForm("nothing typed");
  await untilStanding();
  const reload = await takeElsewhere();
  await openNewer();
  await waitFor(() => expect(reload).toHaveBeenCalled());
  await screen.findByRole("heading", { name: "Another tab runs a newer version" });
});

test("[SYNC-6, PWA-3] a newer version that opens the cache in another tab leaves what is typed here, and offers to reload", async () => {
  const { user, box } = await openPhoneForm("something typed");
  await user.type(box, "+2348010000001");
  const reload = await takeElsewhere();
  await openNewer();
  await screen.findAllByText("The cache is off");
  expect(box.isConnected).toBe(true);
  expect(valueOf(screen.getByLabelText("Phone number"))).toBe("+2348010000001");
  expect(await screen.findByRole("button", { name: "Reload" })).toBeTruthy();
  expect(reload).not.toHaveBeenCalled();
});

test("[FUND-6, PWA-3] a newer version that opens the cache in another tab leaves a funding on its way here until its end", async () => {
  const gate = new Gate();
  const host = playFunding(new PlayedCalls()).on("POST /funduser/fund", async () => {
    await gate.opened;
    return { json: { success: true, message: "Funded ada", data: { newBalance: 0.75 } } };
  });
  const form = await FundingForm.open(host, { session: fakeSession(new Date(), {}, "funds meanwhile") });
  await untilStanding();
  await form.send();
  const { update } = await import("../../src/app/state/update-state.ts");
  await waitFor(() => expect(update.running).toBe(true));
  const reload = await takeElsewhere();
  await openNewer();
  await screen.findAllByText("The cache is off");
  expect(update.running).toBe(true);
  expect(valueOf(screen.getByLabelText("User Email"))).toBe("ada@example.com");
  gate.open();
  await screen.findAllByText(/Funded ada/);
  await waitFor(() => expect(update.running).toBe(false));
  expect(reload).not.toHaveBeenCalled();
});

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { FencePostSlip } from "../../src/app/parts/attention-post.tsx";
import { addWords } from "../../src/app/words/i18n.ts";
import { attempts } from "../../src/app/words/en/attempts.ts";
import type { Sync } from "../../src/sync/start-sync.ts";

test("[FUND-6] an attempt from before the sign-out that can't be settled, as the device takes nothing, says so and stays", async () => {
  addWords("en", { attempts });
  // The part of the sync that a post uses.
  const sync = { gate: { settle: () => Promise.reject(new Error("QuotaExceededError")) } } as unknown as Sync;
  const post = { attempt: "a", owner: "", salt: "", subject: "", operation: "fund", at: 0 };
  render(
    <SyncContext value={sync}>
      <FencePostSlip post={post} />
    </SyncContext>,
  );
  await userEvent.click(screen.getByRole("button", { name: "It happened" }));
  expect((await screen.findByRole("alert")).textContent).toBe("The journal on this device could not be written. Try again.");
  expect(screen.getByRole("button", { name: "It did not happen" })).toBeTruthy();
});

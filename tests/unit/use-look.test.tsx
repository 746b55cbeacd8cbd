import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useLook } from "../../src/app/data/use-look.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { emptyCache } from "../support/played-host.ts";

test("[USER-6] on a slow device a search that is typed waits for one before it at most, not for one of each letter", async () => {
  const db = await emptyCache();
  const asked: string[] = [];
  const search = {
    forgetPeople: () => {},
    warm: () => {},
    look: async (_filter: object, _timeZone: string, words: string) => {
      asked.push(words);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { transactions: { keys: [], matching: 0, of: 0 }, people: { users: [], matching: 0, of: 0, wallets: [], walletsOf: 0 } };
    },
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={{ db, search } as unknown as Sync}>{children}</SyncContext>
  );
  const typed = "adaobi";
  const { result, rerender } = renderHook(({ words }) => useLook({ filter: {}, words }), { wrapper, initialProps: { words: "a" } });
  for (let length = 2; length <= typed.length; length += 1) {
    rerender({ words: typed.slice(0, length) });
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await waitFor(() => expect(result.current.looked?.key).toBe(result.current.key), { timeout: 5000 });
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(asked.at(-1)).toBe(typed);
});

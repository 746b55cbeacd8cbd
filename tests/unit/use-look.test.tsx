import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useLook, usePeople } from "../../src/app/data/use-look.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { openSearch } from "../../src/db/search/search.ts";
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

test("[FUND-1, TOOL-6] users suggested while typing are searched by the worker, and again when one of them has changed", async () => {
  const db = await emptyCache();
  const ada = { id: "u1", email: "ada@example.com", phonenumber: "+2348099990000" };
  await putUsers(db, [ada, { id: "u2", email: "bea.adams@example.com" }], 5);
  const here = openSearch(db, undefined);
  const asked: string[] = [];
  const look: typeof here.look = (filter, timeZone, words) => {
    asked.push(words);
    return here.look(filter, timeZone, words);
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SyncContext value={{ db, search: { ...here, look } } as unknown as Sync}>{children}</SyncContext>
  );
  const { result, rerender } = renderHook(({ text }) => usePeople(text), { wrapper, initialProps: { text: "ada" } });
  const emails = () => result.current.people?.users.map(({ email }) => email);
  await waitFor(() => expect(emails()).toEqual(["ada@example.com", "bea.adams@example.com"]));
  rerender({ text: "0809 999 0000" });
  expect([result.current.isCurrent, emails()?.length]).toEqual([false, 2]);
  await waitFor(() => expect(result.current.people?.ofPhone?.id).toBe("u1"));
  expect([result.current.isCurrent, asked]).toEqual([true, ["ada", "0809 999 0000"]]);
  await putUsers(db, [{ ...ada, phonenumber: "+2348011112222" }], 6);
  expect(result.current.isCurrent).toBe(true);
  await waitFor(() => expect(result.current.people?.ofPhone).toBeUndefined());
});

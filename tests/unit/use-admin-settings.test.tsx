import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useAdminSettings } from "../../src/app/data/use-admin-settings.ts";
import type { Sync } from "../../src/sync/start-sync.ts";
import { Observable } from "../../src/sync/state/observable.ts";

/** The hook at a host with this path of settings, and what ends its reads, in their order. */
function settingsAt(settings: string | undefined) {
  const reads: ((answer: object) => void)[] = [];
  const host = {
    config: { settings },
    beginAnew: () => {},
    clock: { now: () => 7 },
    reach: { state: { is: "unknown" }, subscribe: () => () => {} },
    trouble: new Observable(undefined),
    reads: { read: () => new Promise((resolve) => reads.push(resolve)) },
  };
  const sync = { host, session: { identity: "admin-1", admin: {} } } as unknown as Sync;
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={sync}>{children}</SyncContext>;
  const { result } = renderHook(() => useAdminSettings(), { wrapper });
  const told = (emailNotifications: boolean, at: number) =>
    act(async () => reads[at]?.({ is: "answered", value: { emailNotifications }, sentAt: 1 }));
  return { result, reads, told };
}

test("[SET-1] a read that was begun before another shows nothing after that one", async () => {
  const { result, told } = settingsAt("/admin/settings");
  expect(result.current.state).toEqual({ is: "awaited" });
  act(() => void result.current.refresh());
  await told(true, 1);
  await told(false, 0);
  expect(result.current.state).toMatchObject({ is: "known", value: { emailNotifications: true } });
});

test("[SET-1] what was saved is shown at once, and a host that keeps no settings is not asked", async () => {
  const { result, told } = settingsAt("/admin/settings");
  await told(false, 0);
  act(() => result.current.note({ emailNotifications: true }));
  expect(result.current.state).toMatchObject({ is: "known", value: { emailNotifications: true } });
  const none = settingsAt(undefined);
  expect([none.result.current.state, none.reads]).toEqual([{ is: "not offered" }, []]);
});

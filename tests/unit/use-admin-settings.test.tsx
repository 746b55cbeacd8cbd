import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { SyncContext } from "../../src/app/data/sync-context.ts";
import { useAdminSettings } from "../../src/app/data/use-admin-settings.ts";
import type { Sync } from "../../src/sync/start-sync.ts";

test("[SET-1] a read that was begun before another shows nothing after that one", async () => {
  const reads: ((emailNotifications: boolean) => void)[] = [];
  const part = {
    host: {
      config: { settings: "/admin/settings" },
      beginAnew: () => {},
      reach: { state: { is: "unknown" }, subscribe: () => () => {} },
      reads: {
        read: () =>
          new Promise((resolve) => reads.push((emailNotifications) => resolve({ is: "answered", value: { emailNotifications } }))),
      },
    },
  };
  const wrapper = ({ children }: { children: ReactNode }) => <SyncContext value={part as unknown as Sync}>{children}</SyncContext>;
  const { result } = renderHook(() => useAdminSettings(), { wrapper });
  act(() => void result.current.refresh());
  await act(async () => reads[1]?.(true));
  await act(async () => reads[0]?.(false));
  expect(result.current.state).toEqual({ is: "known", value: { emailNotifications: true } });
});

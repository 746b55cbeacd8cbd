import { type AdminRecord, changeAdmin, listAdmins } from "../../contract/admins.ts";
import { resetPasskeys } from "../../contract/passkeys.ts";
import type { AdminRole } from "../../contract/sign-in.ts";
import type { Intent } from "../../sync/money/gate.ts";
import { usePermission } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";
import { type Held, useHeld } from "./use-held.ts";

export type { AdminRecord };

/** Path of the host's admins; undefined if it offers none, or not to this admin. */
export function useAdminsPath(): string | undefined {
  const { host } = useSync();
  const may = usePermission("canManageAdmins");
  return may ? host.config.admins : undefined;
}

/** Whether the host can reset passkeys. */
export const useResetsPasskeys = (): boolean => useSync().host.config.passkeys !== undefined;

/** All admins, and the intents that change one. */
export function useAdmins(): {
  readonly state: Held<readonly AdminRecord[]>;
  readonly refresh: () => Promise<void>;
  /** Refetches them; undefined if the host could not be asked. */
  readonly readAgain: () => Promise<readonly AdminRecord[] | undefined>;
  readonly setRole: (of: AdminRecord, role: AdminRole) => Intent<typeof changeAdmin>;
  readonly setActive: (of: AdminRecord, active: boolean) => Intent<typeof changeAdmin>;
  /** Removes an admin's passkeys (PASS-3); the host needs their email for it. */
  readonly resetPasskeysOf: (of: AdminRecord) => Intent<typeof resetPasskeys>;
} {
  const { host } = useSync();
  const path = useAdminsPath();
  const { state, refresh, readAgain } = useHeld(listAdmins, path);
  const change = (
    of: AdminRecord,
    body: { role?: AdminRole; active?: boolean },
    details: Record<string, string>,
  ): Intent<typeof changeAdmin> => ({
    call: changeAdmin,
    path: `${path ?? ""}/{id}`,
    params: { id: of.id },
    body,
    operation: "changeAdmin",
    // The admin is the subject: nothing else of them may change while a change's outcome is unknown.
    subject: [of.id],
    target: of.email ?? of.id,
    details: { ...(of.email === undefined ? {} : { email: of.email }), ...details },
    refresh,
  });
  return {
    state,
    refresh,
    readAgain: async () => {
      const now = await readAgain();
      return now?.is === "known" ? now.value : undefined;
    },
    setRole: (of, role) => change(of, { role }, { role, before: of.role ?? "" }),
    resetPasskeysOf: (of) => ({
      call: resetPasskeys,
      path: `${host.config.passkeys ?? ""}/reset`,
      body: { email: of.email ?? "" },
      operation: "resetPasskeys",
      subject: [of.id],
      target: of.email ?? of.id,
      details: { email: of.email ?? "" },
      refresh,
    }),
    setActive: (of, active) => change(of, { active }, { active: String(active) }),
  };
}

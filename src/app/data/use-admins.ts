import { type AdminRecord, changeAdmin, listAdmins } from "../../contract/admins.ts";
import type { AdminRole } from "../../contract/sign-in.ts";
import type { Intent } from "../../sync/gate.ts";
import { usePermission } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";
import { type Held, useHeld } from "./use-held.ts";

export type { AdminRecord };

/** Where the host has its admins; undefined where it offers none, or not to this admin. */
export function useAdminsPath(): string | undefined {
  const { host } = useSync();
  const may = usePermission("canManageAdmins");
  return may ? host.config.admins : undefined;
}

/** All admins, and the intents that change one. */
export function useAdmins(): {
  readonly state: Held<readonly AdminRecord[]>;
  readonly refresh: () => Promise<void>;
  readonly setRole: (of: AdminRecord, role: AdminRole) => Intent<typeof changeAdmin>;
  readonly setActive: (of: AdminRecord, active: boolean) => Intent<typeof changeAdmin>;
} {
  const path = useAdminsPath();
  const { state, refresh } = useHeld(listAdmins, path);
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
    // Of one admin nothing else is changed while the end of a change is not known.
    subject: [of.id],
    target: of.email ?? of.id,
    details: { ...(of.email === undefined ? {} : { email: of.email }), ...details },
    refresh,
  });
  return {
    state,
    refresh,
    setRole: (of, role) => change(of, { role }, { role, before: of.role ?? "" }),
    setActive: (of, active) => change(of, { active }, { active: String(active) }),
  };
}

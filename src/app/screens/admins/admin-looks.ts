import type { Session } from "../../../sync/state/session-store.ts";
import type { AdminRole } from "../../../contract/sign-in.ts";
import { adminRoles } from "../../../contract/sign-in.ts";
import type { AdminRecord } from "../../data/use-admins.ts";
import type { Translate } from "../../words/keys.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

type T = Translate<["security", "userTools", "common"]>;

/** State of an account; `waiting`: registered, but not activated yet; `untold`: the host doesn't tell. */
type Standing = "active" | "disabled" | "waiting" | "untold";

export function standingOf({ active, activatedAt }: AdminRecord): Standing {
  if (active === undefined) return "untold";
  return active ? "active" : activatedAt === null ? "waiting" : "disabled";
}

export const standingKind = { active: "done", disabled: "failed", waiting: "pending", untold: "other" } as const satisfies Record<
  Standing,
  StatusKind
>;

const known = (role: string | undefined): AdminRole | undefined => adminRoles.find((one) => one === role);

/** Label of a role; a host's own roles are shown as they are. */
export function roleWord(t: T, role: string | undefined): string {
  const one = known(role);
  return one ? t(`userTools:createAdmin.roles.${one}`) : (role ?? t("common:none"));
}

/** How an admin is named in a sentence. */
export const calledOf = ({ name, email, id }: AdminRecord): string => (name && email ? `${name} (${email})` : (name ?? email ?? id));

/** Whether a record is the signed-in admin's: nobody changes themselves. */
export function isSelf({ id, email }: AdminRecord, { claims, admin }: Session): boolean {
  const ids: readonly unknown[] = [claims?.sub, admin["id"], admin["_id"]];
  const emails = [claims?.email, admin.email].map((one) => one?.toLowerCase());
  return ids.includes(id) || (email !== undefined && emails.includes(email.toLowerCase()));
}

/** Whether the signed-in admin is a super_admin, according to the token or the host; undefined if neither tells. */
export function isSuper({ claims, admin }: Session): boolean | undefined {
  const role = claims?.adminRole ?? admin["role"];
  return typeof role === "string" ? role === "super_admin" : undefined;
}

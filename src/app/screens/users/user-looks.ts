import type { CachedUser } from "../../data/use-users.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

/** Look of a KYC status; hosts use their own words. */
export function kycKind(status: string | undefined): StatusKind {
  const word = status?.toLowerCase() ?? "";
  if (/^(un|not)/.test(word)) return "other";
  if (/verif|approv|complet|pass/.test(word)) return "done";
  if (/pending|review|submit|progress/.test(word)) return "pending";
  return /reject|fail|declin/.test(word) ? "failed" : "other";
}

/** A user's one-line name: names may be shared, emails aren't. */
export const calledOf = (user: Pick<CachedUser, "email" | "username" | "id">): string => user.email ?? user.username ?? user.id;

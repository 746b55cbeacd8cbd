import type { CachedUser } from "../../data/use-users.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

/** How a KYC status looks; hosts have words of their own. */
export function kycKind(status: string | undefined): StatusKind {
  const word = status?.toLowerCase() ?? "";
  if (/^(un|not)/.test(word)) return "other";
  if (/verif|approv|complet|pass/.test(word)) return "done";
  if (/pending|review|submit|progress/.test(word)) return "pending";
  return /reject|fail|declin/.test(word) ? "failed" : "other";
}

/** What a user is called where one line has to do: two may share a name, none an email. */
export const calledOf = (user: Pick<CachedUser, "email" | "username" | "id">): string => user.email ?? user.username ?? user.id;

import type { RefreshTokenRecord } from "../../contract/refresh-tokens.ts";
import { findRefreshTokens } from "../../sync/session/users-tokens.ts";
import { readItem } from "../../sync/state/storage.ts";
import { useSync } from "./sync-context.ts";

/** Looks up a user's refresh tokens; the answer is the caller's alone, and kept nowhere (SEC-1). */
export function useRefreshTokens(): {
  /** The admin's own token is still in local storage, from where another tab or a person may have taken it. */
  hasToken: () => boolean;
  find: (email: string) => Promise<{ is: "found"; tokens: readonly RefreshTokenRecord[] } | { is: "failed"; message: string | undefined }>;
} {
  const { host } = useSync();
  return { hasToken: () => Boolean(readItem("token")), find: (email) => findRefreshTokens(host, email) };
}

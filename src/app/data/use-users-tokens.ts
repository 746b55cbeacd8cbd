import type { RefreshTokenRecord } from "../../contract/refresh-tokens.ts";
import { findRefreshTokens } from "../../sync/session/users-tokens.ts";
import { readItem } from "../../sync/state/storage.ts";
import { useSync } from "./sync-context.ts";

/** Looks up a user's refresh tokens; the answer goes to the caller only and is stored nowhere (SEC-1). */
export function useRefreshTokens(): {
  /** Whether the admin's own token is still in local storage; another tab or a person may have removed it. */
  hasToken: () => boolean;
  find: (email: string) => Promise<{ is: "found"; tokens: readonly RefreshTokenRecord[] } | { is: "failed"; message: string | undefined }>;
} {
  const { host } = useSync();
  return { hasToken: () => Boolean(readItem("token")), find: (email) => findRefreshTokens(host, email) };
}

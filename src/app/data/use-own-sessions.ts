import { type OwnSession, listSessions } from "../../contract/sessions.ts";
import { type SessionEnd, endAllOthers, endOwnSession, sessionsPath } from "../../sync/session/own-sessions.ts";
import { useSync } from "./sync-context.ts";
import { type Held, useHeld } from "./use-held.ts";

export type { OwnSession };

/** Whether the host lists the admin's own sessions. */
export const useOffersSessions = (): boolean => sessionsPath(useSync().host) !== undefined;

/** The admin's sessions at the host, and how to end them. */
export function useOwnSessions(): {
  readonly state: Held<readonly OwnSession[]>;
  readonly refresh: () => Promise<void>;
  readonly end: (id: string) => Promise<SessionEnd>;
  readonly endOthers: () => Promise<SessionEnd>;
} {
  const { host } = useSync();
  const { state, refresh } = useHeld(listSessions, sessionsPath(host));
  return { state, refresh, end: (id) => endOwnSession(host, id), endOthers: () => endAllOthers(host) };
}

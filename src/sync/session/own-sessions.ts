import { endOtherSessions, endSessionById } from "../../contract/sessions.ts";
import type { Answer } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";

/** Timeout for the first byte, in ms. */
const firstByteWithinMs = 15_000;

/** Result of ending a session; idempotent, so nothing needs settling. */
export type SessionEnd =
  | { readonly is: "done"; readonly message: string | undefined }
  | { readonly is: "failed"; readonly message: string | undefined };

const endOf = (answer: Answer<{ readonly message?: string | undefined }>): SessionEnd =>
  answer.is === "answered" ? { is: "done", message: answer.value.message } : { is: "failed", message: messageIn(answer) };

/** Path of the admin's own sessions; undefined if not offered. */
export const sessionsPath = ({ config }: Host): string | undefined => config.sessions;

/** Ends one of the admin's own sessions at the host. Never rejects. */
export const endOwnSession = async (host: Host, id: string): Promise<SessionEnd> =>
  endOf(await host.client.send(endSessionById, { path: `${sessionsPath(host) ?? ""}/{id}`, params: { id }, firstByteWithinMs }));

/** Ends all of the admin's sessions but this one. Never rejects. */
export const endAllOthers = async (host: Host): Promise<SessionEnd> =>
  endOf(await host.client.send(endOtherSessions, { path: `${sessionsPath(host) ?? ""}/others`, firstByteWithinMs }));

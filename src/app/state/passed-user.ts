import { sessionStore } from "../../sync/state/session-store.ts";

/** What a page under /user-management is given of a user on the way (USER-6). */
export interface PassedUser {
  readonly id: string;
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly phonenumber?: string | undefined;
  readonly tokens?: readonly string[] | undefined;
}

/** The browser keeps `history.state` past a sign-out, so it holds a random key; only this page's memory knows whose it is. */
const users = new Map<string, PassedUser>();
const keys = new Map<string, string>();

let identity = sessionStore.current()?.identity;
sessionStore.subscribe(() => {
  const next = sessionStore.current()?.identity;
  if (next === identity) return;
  identity = next;
  users.clear();
  keys.clear();
});

/** The navigation state that passes a user to a page: a key, which means nothing after the session or in another page. */
export function passUser({ id, email, username, phonenumber, tokens }: PassedUser): { readonly user: string } {
  const name = `${id}\n${email ?? ""}`;
  const key = keys.get(name) ?? crypto.randomUUID();
  keys.set(name, key);
  users.set(key, { id, email, username, phonenumber, tokens: tokens ?? [] });
  return { user: key };
}

/** The user that a navigation state passes; undefined after a reload, a sign-out, or where it passes none. */
export function passedUser(state: unknown): PassedUser | undefined {
  const key: unknown = typeof state === "object" && state !== null && "user" in state ? state.user : undefined;
  return typeof key === "string" ? users.get(key) : undefined;
}

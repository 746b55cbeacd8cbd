import { newId } from "../../db/store/new-id.ts";
import { onOtherAdmin } from "./other-admin.ts";

/** User data passed by navigation to a page under /user-management (USER-6). */
export interface PassedUser {
  readonly id: string;
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly phonenumber?: string | undefined;
  readonly tokens?: readonly string[] | undefined;
}

/** `history.state` survives a sign-out, so it holds a random key; only this page's memory maps it to a user. */
const users = new Map<string, PassedUser>();
const keys = new Map<string, string>();

onOtherAdmin(() => {
  users.clear();
  keys.clear();
});

/** Navigation state that passes a user to a page: a key, meaningless after the session or in another page. */
export function passUser({ id, email, username, phonenumber, tokens }: PassedUser): { readonly user: string } {
  const name = `${id}\n${email ?? ""}`;
  const key = keys.get(name) ?? newId();
  keys.set(name, key);
  users.set(key, { id, email, username, phonenumber, tokens: tokens ?? [] });
  return { user: key };
}

/** The user passed by a navigation state; undefined after a reload or a sign-out, or if there is none. */
export function passedUser(state: unknown): PassedUser | undefined {
  const key: unknown = typeof state === "object" && state !== null && "user" in state ? state.user : undefined;
  return typeof key === "string" ? users.get(key) : undefined;
}

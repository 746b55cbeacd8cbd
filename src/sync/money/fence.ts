import { newId } from "../../db/store/new-id.ts";
import { type Attempt, unsettledAttempts } from "../../db/money/journal.ts";
import type { Database } from "../../db/store/database.ts";
import { deviceKey } from "../../db/store/device-key.ts";
import { slowDigest } from "../state/slow-digest.ts";
import { readItem, removeItem, writeItem } from "../state/storage.ts";

/**
 * Marks an attempt outside the journal, from before it is sent until its end is known: prevents sending the same again after a
 * sign-out or a lost journal, without revealing whom it was about (FUND-6). It survives sign-out, so user and amount are kept only
 * as a slow digest, keyed with the device's own key. This doesn't protect against someone who can run the app's code on this device
 * or copied the whole browser profile: they can try emails and amounts at tens of milliseconds each. The operation and time of an
 * unsettled attempt are readable by anyone.
 */
export interface FencePost {
  readonly attempt: string;
  /** Digest of the admin's cache name, so only the same admin is matched. */
  readonly owner: string;
  readonly salt: string;
  /** Digest of salt and subject, base64. */
  readonly subject: string;
  /** Digest used: keyed with the device's key; `slow` where the browser stores no key; absent: SHA-256, as in earlier versions. */
  readonly by?: "key" | "slow";
  /** Id of the device's key; absent if an earlier version made the key or the post. */
  readonly keyId?: string | undefined;
  readonly operation: string;
  /** Device epoch ms. */
  readonly at: number;
  /** Same as the attempt's (journal.ts). */
  readonly keyedAt?: number | undefined;
  readonly keyedBy?: string | undefined;
}

/** Earlier versions kept all posts in one list here; they still block. */
const listKey = "counterfoil.fence";
/** One key per post, so that concurrent tabs can't overwrite each other's. */
export const keyOf = (attempt: string): string => `${listKey}.${attempt}`;

/** Digest of earlier versions. */
async function quickDigest(salt: string, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${text}`)));
  return btoa(String.fromCodePoint(...bytes));
}

/** A subject starts with its operation, or with what a slip is of (see `subjectOf` of the gate); a post doesn't tell which. */
const isOperationOf = (subject: string, operation: string): boolean =>
  new RegExp(`^\\["(${operation === "makeSlip" ? "fund|deduct" : operation})"`).test(subject);

/** Whether a post is of a subject. If its device key is gone, it blocks its whole operation: better than doing it twice. */
async function isOf({ salt, subject, operation, by, keyId }: FencePost, text: string): Promise<boolean> {
  if (by === undefined) return (await quickDigest(salt, text)) === subject;
  const made = by === "key" ? await deviceKey() : undefined;
  if (by === "key" && (made === undefined || made.id !== keyId)) return isOperationOf(text, operation);
  return (await slowDigest(salt, text, made?.key)) === subject;
}

function keys(): string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? "").filter((key) =>
      key.startsWith(listKey),
    );
  } catch {
    return [];
  }
}

function read(key: string): FencePost[] {
  try {
    const posts: unknown = JSON.parse(readItem(key) ?? "null");
    // Only this module writes the keys.
    return [posts as FencePost | FencePost[] | null].flat().filter((post) => post !== null);
  } catch {
    return [];
  }
}

/** An admin's posts; `owner`: the name of the admin's cache. */
export const postsOf = (owner: string): FencePost[] =>
  keys()
    .flatMap(read)
    .filter((post) => post.owner === owner);

/** Writes posts for attempts. Resolves to whether they will outlast the page. */
export async function leavePosts(
  owner: string,
  attempts: readonly Pick<Attempt, "id" | "subject" | "operation" | "at" | "keyedAt" | "keyedBy">[],
): Promise<boolean> {
  try {
    for (const { id, subject, operation, at, keyedAt, keyedBy } of attempts) {
      if (read(keyOf(id)).length > 0) continue;
      const salt = newId();
      const made = await deviceKey();
      const hidden = await slowDigest(salt, subject, made?.key);
      const by = made ? "key" : "slow";
      const post: FencePost = { attempt: id, owner, salt, subject: hidden, by, keyId: made?.id, operation, at, keyedAt, keyedBy };
      localStorage.setItem(keyOf(id), JSON.stringify(post));
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps the unsettled attempts of a cache blocked, without their users' data, when its journal goes (FUND-6). Rejects with the
 * database's error.
 */
export const fenceOff = async (db: Database): Promise<boolean> => leavePosts(db.name, await unsettledAttempts(db));

/** The post that blocks a subject, if any. */
export async function postAgainst(posts: readonly FencePost[], subject: string): Promise<FencePost | undefined> {
  for (const post of posts) if (await isOf(post, subject)) return post;
  return undefined;
}

/** Removes a post once the attempt's end is known. */
export function removePost(attempt: string): void {
  removeItem(keyOf(attempt));
  const listed = read(listKey);
  const others = listed.filter((post) => post.attempt !== attempt);
  if (others.length < listed.length) writeItem(listKey, JSON.stringify(others));
}

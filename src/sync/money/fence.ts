import { newId } from "../../db/store/new-id.ts";
import type { Attempt } from "../../db/money/journal.ts";
import { deviceKey } from "../../db/store/device-key.ts";
import { slowDigest } from "../state/slow-digest.ts";
import { readItem, removeItem, writeItem } from "../state/storage.ts";

/**
 * What stands for an attempt outside the journal, from before it is sent until its end is known: enough to
 * keep the same thing from being sent again after a sign-out or where the journal is lost, and nothing that
 * tells whom it was about (FUND-6). It outlives a sign-out, so whom and how much is in it as a digest alone, which takes
 * the device's own key and long to work out. It hides nothing from who can run the app's own code on this device or has
 * copied the whole browser profile: they can try out emails and amounts, some tens of milliseconds each. And it tells
 * anybody which operation was unsettled, and when.
 */
export interface FencePost {
  readonly attempt: string;
  /** Digest of the admin's cache name, so that only the same admin meets it. */
  readonly owner: string;
  readonly salt: string;
  /** Digest of salt and subject, base64. */
  readonly subject: string;
  /** How it was worked out: with the device's key; without one, where the browser keeps none; absent: by SHA-256, as earlier versions did. */
  readonly by?: "key" | "slow";
  readonly operation: string;
  /** Device epoch ms. */
  readonly at: number;
  /** As the attempt has it (journal.ts). */
  readonly keyedAt?: number | undefined;
}

/** Earlier versions kept all posts in one list here; what stands in it keeps standing in the way. */
const listKey = "counterfoil.fence";
/** One key a post, so that tabs which write at the same time can't undo each other's. */
const keyOf = (attempt: string): string => `${listKey}.${attempt}`;

/** As earlier versions worked it out. */
async function quickDigest(salt: string, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${text}`)));
  return btoa(String.fromCodePoint(...bytes));
}

/** A subject begins with its operation (see `subjectOf` of the gate). */
const isOperationOf = (subject: string, operation: string): boolean => subject.startsWith(`[${JSON.stringify(operation)}`);

/** Whether a post is of a subject. One whose key is gone stands in the way of all that its operation does: better than doing it twice. */
async function isOf({ salt, subject, operation, by }: FencePost, text: string): Promise<boolean> {
  if (by === undefined) return (await quickDigest(salt, text)) === subject;
  const key = by === "key" ? await deviceKey() : undefined;
  if (by === "key" && key === undefined) return isOperationOf(text, operation);
  return (await slowDigest(salt, text, key)) === subject;
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

/** The posts that an admin left; `owner` is the name of his cache. */
export const postsOf = (owner: string): FencePost[] =>
  keys()
    .flatMap(read)
    .filter((post) => post.owner === owner);

/** Leaves posts for attempts. Resolves to whether they will outlast the page. */
export async function leavePosts(
  owner: string,
  attempts: readonly Pick<Attempt, "id" | "subject" | "operation" | "at" | "keyedAt">[],
): Promise<boolean> {
  try {
    for (const { id, subject, operation, at, keyedAt } of attempts) {
      if (read(keyOf(id)).length > 0) continue;
      const salt = newId();
      const key = await deviceKey();
      const hidden = await slowDigest(salt, subject, key);
      const post: FencePost = { attempt: id, owner, salt, subject: hidden, by: key ? "key" : "slow", operation, at, keyedAt };
      localStorage.setItem(keyOf(id), JSON.stringify(post));
    }
    return true;
  } catch {
    return false;
  }
}

/** The one of the posts that stands in a subject's way, if any does. */
export async function postAgainst(posts: readonly FencePost[], subject: string): Promise<FencePost | undefined> {
  for (const post of posts) if (await isOf(post, subject)) return post;
  return undefined;
}

/** Takes a post away, once the attempt's end is known. */
export function removePost(attempt: string): void {
  removeItem(keyOf(attempt));
  const listed = read(listKey);
  const others = listed.filter((post) => post.attempt !== attempt);
  if (others.length < listed.length) writeItem(listKey, JSON.stringify(others));
}

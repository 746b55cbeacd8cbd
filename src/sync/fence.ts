import { newId } from "../db/new-id.ts";
import { readItem, removeItem, writeItem } from "./storage.ts";

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
  /** Digest of salt and subject, base64; empty where it could not be worked out. */
  readonly subject: string;
  /** How it was worked out: with the device's key; without one, where the browser keeps none; absent: by SHA-256, as earlier versions did. */
  readonly by?: "key" | "slow";
  readonly operation: string;
  /** Device epoch ms. */
  readonly at: number;
}

/** Earlier versions kept all posts in one list here; what stands in it keeps standing in the way. */
const listKey = "counterfoil.fence";
/** One key a post, so that tabs which write at the same time can't undo each other's. */
const keyOf = (attempt: string): string => `${listKey}.${attempt}`;

/** Few have posts: what hides a subject comes with the first one, and the gate loads it ahead of the first mutation. */
const hiding = () => import("./hidden-subject.ts");

/** A post whose subject could not be hidden: all that its operation does is in its way, which is better than doing it twice. */
const anySubject = "";

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
  attempts: readonly { id: string; subject: string; operation: string; at: number }[],
): Promise<boolean> {
  try {
    for (const { id, subject, operation, at } of attempts) {
      if (read(keyOf(id)).length > 0) continue;
      const salt = newId();
      const hidden = await hiding().then(
        ({ hideSubject }) => hideSubject(salt, subject),
        () => ({ subject: anySubject }),
      );
      const post: FencePost = { attempt: id, owner, salt, ...hidden, operation, at };
      localStorage.setItem(keyOf(id), JSON.stringify(post));
    }
    return true;
  } catch {
    return false;
  }
}

/** A subject begins with its operation (see `subjectOf` of the gate). */
const isOperationOf = (subject: string, operation: string): boolean => subject.startsWith(`[${JSON.stringify(operation)}`);

/** The one of the posts that stands in a subject's way, if any does. Rejects where that can't be worked out now. */
export async function postAgainst(posts: readonly FencePost[], subject: string): Promise<FencePost | undefined> {
  for (const post of posts) {
    const isAgainst =
      post.subject === anySubject ? isOperationOf(subject, post.operation) : await (await hiding()).isHidden(post, subject, isOperationOf);
    if (isAgainst) return post;
  }
  return undefined;
}

/** Takes a post away, once the attempt's end is known. */
export function removePost(attempt: string): void {
  removeItem(keyOf(attempt));
  const listed = read(listKey);
  const others = listed.filter((post) => post.attempt !== attempt);
  if (others.length < listed.length) writeItem(listKey, JSON.stringify(others));
}

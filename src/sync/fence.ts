import { newId } from "../db/new-id.ts";
import { readItem, removeItem, writeItem } from "./storage.ts";

/**
 * What stands for an attempt outside the journal, from before it is sent until its end is known: enough to
 * keep the same thing from being sent again after a sign-out or where the journal is lost, and nothing that
 * tells whom it was about (FUND-6).
 */
export interface FencePost {
  readonly attempt: string;
  /** Digest of the admin's cache name, so that only the same admin meets it. */
  readonly owner: string;
  readonly salt: string;
  /** SHA-256 over salt and subject, base64. */
  readonly subject: string;
  readonly operation: string;
  /** Device epoch ms. */
  readonly at: number;
}

/** Earlier versions kept all posts in one list here; what stands in it keeps standing in the way. */
const listKey = "counterfoil.fence";
/** One key a post, so that tabs which write at the same time can't undo each other's. */
const keyOf = (attempt: string): string => `${listKey}.${attempt}`;

async function digest(salt: string, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${text}`)));
  return btoa(String.fromCodePoint(...bytes));
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
  attempts: readonly { id: string; subject: string; operation: string; at: number }[],
): Promise<boolean> {
  try {
    for (const { id, subject, operation, at } of attempts) {
      if (read(keyOf(id)).length > 0) continue;
      const salt = newId();
      const post: FencePost = { attempt: id, owner, salt, subject: await digest(salt, subject), operation, at };
      localStorage.setItem(keyOf(id), JSON.stringify(post));
    }
    return true;
  } catch {
    return false;
  }
}

/** The one of the posts that stands in a subject's way, if any does. */
export async function postAgainst(posts: readonly FencePost[], subject: string): Promise<FencePost | undefined> {
  for (const post of posts) if ((await digest(post.salt, subject)) === post.subject) return post;
  return undefined;
}

/** Takes a post away, once the attempt's end is known. */
export function removePost(attempt: string): void {
  removeItem(keyOf(attempt));
  const listed = read(listKey);
  const others = listed.filter((post) => post.attempt !== attempt);
  if (others.length < listed.length) writeItem(listKey, JSON.stringify(others));
}

import { readItem, removeItem, writeItem } from "./storage.ts";

/**
 * What is left of an unsettled attempt when its admin signs out: enough to keep the same thing from being
 * sent again, and nothing that tells whom it was about (FUND-6).
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

const key = "counterfoil.fence";

async function digest(salt: string, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${text}`)));
  return btoa(String.fromCodePoint(...bytes));
}

function read(): FencePost[] {
  try {
    const posts: unknown = JSON.parse(readItem(key) ?? "[]");
    // Only this module writes the key.
    return Array.isArray(posts) ? (posts as FencePost[]) : [];
  } catch {
    return [];
  }
}

function write(posts: readonly FencePost[]): void {
  if (posts.length === 0) removeItem(key);
  else writeItem(key, JSON.stringify(posts));
}

/** The posts that an admin left; `owner` is the name of his cache. */
export const postsOf = (owner: string): FencePost[] => read().filter((post) => post.owner === owner);

/** Leaves posts for unsettled attempts, before their cache is wiped. */
export async function leavePosts(
  owner: string,
  attempts: readonly { id: string; subject: string; operation: string; at: number }[],
): Promise<void> {
  const posts = await Promise.all(
    attempts.map(async ({ id, subject, operation, at }): Promise<FencePost> => {
      const salt = crypto.randomUUID();
      return { attempt: id, owner, salt, subject: await digest(salt, subject), operation, at };
    }),
  );
  const known = new Set(posts.map((post) => post.attempt));
  write([...read().filter((post) => !known.has(post.attempt)), ...posts]);
}

/** The post that stands in a subject's way, if any does. */
export async function postAgainst(owner: string, subject: string): Promise<FencePost | undefined> {
  for (const post of postsOf(owner)) if ((await digest(post.salt, subject)) === post.subject) return post;
  return undefined;
}

/** Takes a post away, once its admin has settled the attempt. */
export const removePost = (attempt: string): void => write(read().filter((post) => post.attempt !== attempt));

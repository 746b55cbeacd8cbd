import { deviceKey } from "../db/device-key.ts";
import type { FencePost } from "./fence.ts";
import { slowDigest } from "./slow-digest.ts";

/** As earlier versions worked it out. */
async function quickDigest(salt: string, text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${text}`)));
  return btoa(String.fromCodePoint(...bytes));
}

/** The digest of a subject for a post of the fence, and how it was worked out. */
export async function hideSubject(salt: string, subject: string): Promise<{ readonly subject: string; readonly by: "key" | "slow" }> {
  const key = await deviceKey();
  return { subject: await slowDigest(salt, subject, key), by: key ? "key" : "slow" };
}

/**
 * Whether a post hides this subject. One whose key is gone stands in the way of all that its operation does: better than
 * doing it twice.
 */
export async function isHidden(
  { salt, subject, operation, by }: FencePost,
  text: string,
  isOperationOf: (text: string, operation: string) => boolean,
): Promise<boolean> {
  if (by === undefined) return (await quickDigest(salt, text)) === subject;
  const key = by === "key" ? await deviceKey() : undefined;
  if (by === "key" && key === undefined) return isOperationOf(text, operation);
  return (await slowDigest(salt, text, key)) === subject;
}

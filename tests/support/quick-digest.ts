import { createHash } from "node:crypto";

/** In place of the slow digest where hundreds of posts are written; tests/unit/fence.test.ts tests the slow one. */
export const slowDigest = async (salt: string, text: string): Promise<string> =>
  createHash("sha256").update(`${salt}\n${text}`).digest("base64");

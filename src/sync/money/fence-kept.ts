import * as v from "valibot";
import { digest } from "../../db/store/digest.ts";
import { unsettledAsKept } from "../../db/money/kept-journal.ts";
import { within } from "../../db/store/open.ts";
import { writeItem } from "../state/storage.ts";
import { keyOf, leavePosts, postsOf } from "./fence.ts";

/** Longest wait, in ms; what answers later still leaves its posts. */
const answersWithinMs = 1000;

/** Leaves posts for the unsettled attempts of a cache that isn't open here. Rejects with the database's error, or a SilentError. */
export const fenceKept = (name: string): Promise<unknown> =>
  within(
    answersWithinMs,
    unsettledAsKept(name).then((attempts) => leavePosts(name, attempts)),
  );

/**
 * Keeps blocked under a new cache's name what this admin has unsettled under the former one's: config.json names the host otherwise.
 * The host isn't asked about it, since it may be another one. `kept`: the note of the cache that was opened last (keptKey). Rejects if
 * that can't be read.
 */
export async function moveFence(kept: string, identity: string, to: string): Promise<void> {
  const { cache, whose } = v.parse(v.object({ cache: v.string(), whose: v.string() }), JSON.parse(kept));
  if (whose !== digest(identity)) return;
  await fenceKept(cache).catch(() => {});
  for (const { keyedAt: _, keyedBy: __, ...post } of postsOf(cache)) writeItem(keyOf(post.attempt), JSON.stringify({ ...post, owner: to }));
}

import { settledByHand } from "../../db/money/by-hand.ts";
import { unsettledAttempts } from "../../db/money/journal.ts";
import { canClose, type Closed, closeOne, closePost } from "./close.ts";
import type { FeedWorker } from "../feeds/feed-worker.ts";
import type { MutationGate } from "./gate.ts";

/**
 * Settles unknown attempts by asking the host, in the leading tab (KEY-2), also those that an admin has settled by hand. Input: when
 * the host last came back into reach (epoch ms).
 */
export function settlingFeed(gate: MutationGate): FeedWorker<number> {
  const { sending } = gate;
  /** Attempts of which the host said it can't tell; not asked again before the next start. */
  const untold = new Set<string>();

  return async (returnedAt) => {
    await gate.adoptOrphans();
    const closings = new Map<string, () => Promise<Closed>>();
    for (const post of gate.posts.get()) if (canClose(sending, post)) closings.set(post.attempt, () => closePost(sending, post));
    for (const attempt of [...(await unsettledAttempts(sending.db)), ...(await settledByHand(sending.db))])
      if (canClose(sending, attempt)) closings.set(attempt.id, () => closeOne(sending, attempt, returnedAt));
    const asked = [...closings].filter(([id]) => !untold.has(id));
    const ends = await Promise.all(
      asked.map(async ([id, close]) => {
        const closed = await close();
        if (closed === "untold") untold.add(id);
        return closed;
      }),
    );
    await gate.readPosts();
    return { is: ends.includes("later") ? "failed" : "done" };
  };
}

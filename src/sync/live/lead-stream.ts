import type { Dispatcher } from "../dispatcher.ts";
import * as presence from "../presence.ts";
import { type Following, followStream } from "./follow-stream.ts";
import type { Asked, ViewName } from "./live-state.ts";

/** What changes in quick succession is asked for at once, and then so often, in ms: a second is all there is to the paint (LIVE-4). */
const askEveryMs = 500;

/** Follows the host's stream of changes for all tabs, for as long as this one leads. */
export async function leadStream(
  parts: Pick<Following, "host" | "db" | "term" | "publish" | "onError"> & {
    readonly dispatcher: Dispatcher;
    /** Nobody from now on gets an answer that was asked for before, in this tab. */
    readonly outdate: () => void;
  },
  signal: AbortSignal,
): Promise<void> {
  const { host, dispatcher, outdate, ...rest } = parts;
  const { line } = dispatcher;
  let waiting: Asked | undefined;
  let isResting = false;
  const tell = (): void => {
    if (waiting === undefined) {
      isResting = false;
      return;
    }
    const views = waiting;
    waiting = undefined;
    isResting = true;
    outdate();
    line.post({ is: "outdated" });
    host.live.asked.set({ views });
    line.post({ is: "asked", views });
    host.clock.after(askEveryMs, tell, signal);
  };
  const ask = (views: Asked): void => {
    waiting = waiting === "all" || views === "all" ? "all" : [...new Set<ViewName>([...(waiting ?? []), ...views])];
    if (!isResting) tell();
  };
  const life = (at: number | undefined): void => {
    host.live.lastAt.set(at);
    line.post({ is: "life", at });
  };
  const fetchHead = (): void => void dispatcher.demand("head", null);
  await followStream({ ...rest, host, ask, life, fetchHead, presence }, signal);
}

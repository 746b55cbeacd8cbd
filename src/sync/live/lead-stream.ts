import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { Dispatcher } from "../tabs/dispatcher.ts";
import * as presence from "./presence.ts";
import { atMostEvery } from "./at-most-every.ts";
import { type Following, followStream } from "./follow-stream.ts";
import { askEveryMs, type Asked, type ViewName } from "../wire/live-state.ts";

/** Follows the host's change stream for all tabs while this one leads. Never rejects. */
export async function leadStream(
  parts: Pick<Following, "host" | "db" | "term" | "onError"> & {
    readonly dispatcher: Dispatcher;
    /** Publishes rows from the stream to all tabs. */
    readonly publish: (changes: RowChanges, isTold: true) => void;
    /** Outdates answers in this tab that were requested before now. */
    readonly outdate: () => void;
  },
  signal: AbortSignal,
): Promise<void> {
  const { host, dispatcher, outdate, publish, ...rest } = parts;
  const { line } = dispatcher;
  let waiting: Asked = [];
  const tell = atMostEvery(host.clock, askEveryMs, signal, () => {
    const views = waiting;
    waiting = [];
    outdate();
    line.post({ is: "outdated" });
    host.live.asked.set({ views });
    line.post({ is: "asked", views });
  });
  const ask = (views: Asked): void => {
    waiting = waiting === "all" || views === "all" ? "all" : [...new Set<ViewName>([...waiting, ...views])];
    tell();
  };
  const life = (at: number | undefined): void => {
    host.live.lastAt.set(at);
    line.post({ is: "life", at });
  };
  const fetchHead = (): void => void dispatcher.demand("head", null);
  await followStream({ ...rest, host, publish: (changes) => publish(changes, true), ask, life, fetchHead, presence }, signal);
}

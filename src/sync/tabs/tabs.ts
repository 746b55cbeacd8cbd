import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Demand, FeedName } from "../feeds/feeds.ts";
import type { Asked } from "../wire/live-state.ts";
import type { Trouble } from "../wire/read-queue.ts";
import type { Reach } from "../wire/reach.ts";

/** Messages between the tabs of one cache. */
export type TabMessage =
  | { readonly is: "demand"; readonly from: string; readonly id: number; readonly demand: Demand }
  | { readonly is: "leads" }
  | { readonly is: "accepted"; readonly to: string; readonly id: number }
  | { readonly is: "settled"; readonly to: string; readonly id: number; readonly result: DemandResult }
  /** Rows were written or removed; `isTold`: reported by the change stream. */
  | { readonly is: "rows"; readonly changes: RowChanges; readonly isTold?: boolean }
  | { readonly is: "reach"; readonly reach: Reach }
  | { readonly is: "trouble"; readonly trouble: Trouble }
  /** A request that may have been reported as failing was answered. */
  | { readonly is: "recovered"; readonly key: string }
  /** A person demands a call, METHOD /path, that may have failed before. */
  | { readonly is: "anew"; readonly call: string }
  | { readonly is: "working"; readonly feeds: readonly FeedName[] }
  /** The change stream's last sign of life (device epoch ms); undefined: it has ended. */
  | { readonly is: "life"; readonly at: number | undefined }
  /** The stream reports changes in what these views show. */
  | { readonly is: "asked"; readonly views: Asked }
  /** The host may have changed: answers in flight may be outdated. */
  | { readonly is: "outdated" };

/** A channel between tabs; by default one per cache. */
export class TabLine<Message = TabMessage> {
  readonly #channel: BroadcastChannel;
  readonly me = Math.random().toString(36).slice(2);

  constructor(name: string, onMessage: (message: Message) => void, signal: AbortSignal) {
    this.#channel = new BroadcastChannel(name);
    // Only this class posts to the channel, so its messages have this type.
    this.#channel.addEventListener("message", (event: MessageEvent<Message>) => onMessage(event.data));
    signal.addEventListener("abort", () => this.#channel.close());
  }

  post(message: Message): void {
    try {
      this.#channel.postMessage(message);
    } catch {
      // Channel closed: this tab no longer takes part.
    }
  }
}

import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { DemandResult } from "../feeds/feed-worker.ts";
import type { Demand, FeedName } from "../feeds/feeds.ts";
import type { Asked } from "../wire/live-state.ts";
import type { Trouble } from "../wire/read-queue.ts";
import type { Reach } from "../wire/reach.ts";

/** What the tabs of one cache tell each other. */
export type TabMessage =
  | { readonly is: "demand"; readonly from: string; readonly id: number; readonly demand: Demand }
  | { readonly is: "leads" }
  | { readonly is: "accepted"; readonly to: string; readonly id: number }
  | { readonly is: "settled"; readonly to: string; readonly id: number; readonly result: DemandResult }
  /** Rows were written or removed; `isTold`: as the stream of changes told. */
  | { readonly is: "rows"; readonly changes: RowChanges; readonly isTold?: boolean }
  | { readonly is: "reach"; readonly reach: Reach }
  | { readonly is: "trouble"; readonly trouble: Trouble }
  /** A request was answered after it had failed. */
  | { readonly is: "recovered"; readonly key: string }
  /** A person asks for a call, METHOD /path, that may have failed before. */
  | { readonly is: "anew"; readonly call: string }
  | { readonly is: "working"; readonly feeds: readonly FeedName[] }
  /** The leading tab's stream of changes has given a sign of life then (device epoch ms), or has ended. */
  | { readonly is: "life"; readonly at: number | undefined }
  /** The stream says that what these views show has changed. */
  | { readonly is: "asked"; readonly views: Asked }
  /** Something may have been changed on the host: what is on its way may be older. */
  | { readonly is: "outdated" };

/** A line between tabs; by default that of one cache. */
export class TabLine<Message = TabMessage> {
  readonly #channel: BroadcastChannel;
  readonly me = Math.random().toString(36).slice(2);

  constructor(name: string, onMessage: (message: Message) => void, signal: AbortSignal) {
    this.#channel = new BroadcastChannel(name);
    // Only this class posts to the channel, so its messages have this form.
    this.#channel.addEventListener("message", (event: MessageEvent<Message>) => onMessage(event.data));
    signal.addEventListener("abort", () => this.#channel.close(), { once: true });
  }

  post(message: Message): void {
    try {
      this.#channel.postMessage(message);
    } catch {
      // The channel is closed: this tab has stopped taking part.
    }
  }
}

export interface DemandResult {
  readonly is: "done" | "failed" | "odd";
  /** The host's message about a failure, if it sent one. */
  readonly message?: string | undefined;
  /** Failed on this device, whatever the host answered. */
  readonly here?: boolean;
}

/** Fetches what one feed is asked for and keeps it in the cache; runs in the leading tab only. */
export type FeedWorker<Input> = (input: Input, signal: AbortSignal) => Promise<DemandResult>;

export interface DemandResult {
  readonly is: "done" | "failed" | "odd";
  /** What the host said of a failure, where it said something. */
  readonly message?: string | undefined;
  /** It failed on this device, whatever the host does. */
  readonly here?: boolean;
}

/** Fetches what one feed is asked for and keeps it in the cache; runs in the leading tab only. */
export type FeedWorker<Input> = (input: Input, signal: AbortSignal) => Promise<DemandResult>;

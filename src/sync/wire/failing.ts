import type { Trouble } from "./read-queue.ts";

/** A call that fails while the host answers others (LAY-7). */
export interface Failing {
  /** METHOD /path. */
  readonly call: string;
  readonly how:
    /** Failed at once without an answer, e.g. blocked by an extension. */
    | "blocked"
    /** The connection broke later. */
    | "cut"
    | "slow"
    /** Something in between answers just this call for the host. */
    | "intercepted"
    | "refused"
    | "unreadable";
  /** Status of a refusal. */
  readonly status: number | undefined;
  /** Last failure (device epoch ms). */
  readonly at: number;
  /** Not retried until a person demands it (SYNC-5). */
  readonly rests: boolean;
}

/** A faster failure has probably not left the device, in ms. */
const atOnceMs = 1000;

/** A failure not requested again within this time is dropped, in ms; screens ask every minute, with pauses of 30 s. */
export const newsForMs = 3 * 60_000;

function howOf({ answer, tookMs }: Trouble): Failing["how"] | undefined {
  switch (answer.is) {
    case "lost":
      if (answer.why === "aborted") return undefined;
      if (answer.why === "network") return tookMs < atOnceMs ? "blocked" : "cut";
      return answer.why === "timeout" ? "slow" : "intercepted";
    case "refused":
      // A refusal with a message is the host's answer; the asking screen shows it.
      return answer.status === 408 ||
        answer.status === 429 ||
        answer.status >= 500 ||
        (answer.status === 403 && answer.message === undefined)
        ? "refused"
        : undefined;
    case "malformed":
      return "unreadable";
    case "expired":
      return undefined;
  }
}

/**
 * The failure that a trouble reports; undefined if the call itself works and only its asker is concerned. `now`: device epoch ms.
 */
export function failingOf(trouble: Trouble, now: number): Failing | undefined {
  const how = howOf(trouble);
  if (how === undefined) return undefined;
  const status = trouble.answer.is === "refused" ? trouble.answer.status : undefined;
  return { call: trouble.call, how, status, at: now, rests: trouble.rests };
}

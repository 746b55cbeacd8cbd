import type { Trouble } from "./read-queue.ts";

/** A call that fails while the host answers others (LAY-7). */
export interface Failing {
  /** METHOD /path. */
  readonly call: string;
  readonly how:
    /** Over at once without an answer, as what an extension blocks. */
    | "blocked"
    /** The connection broke off later than that. */
    | "cut"
    | "slow"
    /** Something on the way answers this call alone in the host's place. */
    | "intercepted"
    | "refused"
    | "unreadable";
  /** Of a refusal. */
  readonly status: number | undefined;
  /** When it last failed (device epoch ms). */
  readonly at: number;
  /** It is not tried any more until a person asks for it (SYNC-5). */
  readonly rests: boolean;
}

/** What fails sooner than this has probably not left the device, in ms. */
const atOnceMs = 1000;

/** What nobody has asked for again within this time is no trouble of anybody's, in ms: screens ask every minute, with pauses of 30 s. */
export const newsForMs = 3 * 60_000;

function howOf({ answer, tookMs }: Trouble): Failing["how"] | undefined {
  switch (answer.is) {
    case "lost":
      if (answer.why === "aborted") return undefined;
      if (answer.why === "network") return tookMs < atOnceMs ? "blocked" : "cut";
      return answer.why === "timeout" ? "slow" : "intercepted";
    case "refused":
      // A refusal in the host's own words is its answer: the screen that asked says it.
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

/** What a trouble says of its call; undefined where the call is well, and its asker alone is concerned. `now`: device epoch ms. */
export function failingOf(trouble: Trouble, now: number): Failing | undefined {
  const how = howOf(trouble);
  if (how === undefined) return undefined;
  const status = trouble.answer.is === "refused" ? trouble.answer.status : undefined;
  return { call: trouble.call, how, status, at: now, rests: trouble.rests };
}

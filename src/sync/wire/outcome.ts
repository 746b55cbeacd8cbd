import * as v from "valibot";
import { saysEnd } from "../../contract/answers.ts";
import { decimal } from "../../contract/decimal.ts";
import { jsonOf } from "../../contract/json.ts";
import { messageOf, saysNo } from "../../contract/refusal.ts";
import { saidIn } from "../../contract/sentences.ts";
import type { AttemptState } from "../../db/money/journal.ts";
import type { Answer } from "./host-client.ts";

/** How a confirmed intent ended, for the confirming screen. */
export type Outcome<T> =
  | { readonly is: "done"; readonly value: T; readonly attempt: string }
  | {
      readonly is: "refused";
      readonly status: number;
      readonly message: string | undefined;
      readonly body: string;
      readonly attempt: string;
      /** The host asks for this pause before a retry, in ms. */
      readonly retryAfterMs?: number;
    }
  /** The host may or may not have done it. `body`: what came back, if anything. */
  | { readonly is: "unknown"; readonly message: string | undefined; readonly body: string; readonly attempt: string }
  /** Nothing was sent. `attempt`: the one that blocks it. */
  | {
      readonly is: "blocked";
      /** `sent`: the same was sent while the confirmation was open. */
      readonly why: "offline" | "running" | "unsettled" | "sent" | "expired" | "journal";
      readonly attempt?: string;
    };

/** Whether a mutation's 2xx says that it was done. One that refuses is judged as it came: a call's schema drops what it doesn't name. */
export const saysDone = (answer: unknown): boolean => saysEnd(answer) && !saysNo(answer);

/** Whether it may have been done despite the status: redirects and gateway or server errors don't tell. */
const isUncertain = (status: number): boolean => status < 400 || status === 408 || status >= 500;

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

/**
 * What the answer says of the result: the ledger's reference, the new balance, the user's email, and a slip's id (only slips have an
 * id and a digest).
 */
function namedIn(value: unknown): { reference?: string; balance?: string; slip?: string; user?: string } {
  const { data, ...said } = fieldsOf(value);
  const { reference, newBalance, id, digest, user } = { ...said, ...fieldsOf(data) };
  const { email } = fieldsOf(user);
  const balance = v.safeParse(decimal, newBalance);
  return {
    ...(typeof reference === "string" ? { reference } : {}),
    ...(balance.success ? { balance: balance.output } : {}),
    ...(typeof id === "string" && typeof digest === "string" ? { slip: id } : {}),
    ...(typeof email === "string" && email.trim() ? { user: email } : {}),
  };
}

/** The attempt state that an answer means (agreed reading of FUND-4). */
export function judge(answer: Answer<unknown>, now: number): AttemptState {
  switch (answer.is) {
    case "answered":
      return saysNo(answer.value)
        ? { is: "refused", at: now, status: 200, message: messageOf(JSON.stringify(answer.value)) }
        : { is: "done", at: now, message: saidIn(answer.value), ...namedIn(answer.value) };
    case "refused":
      return isUncertain(answer.status)
        ? { is: "unknown", at: now, message: answer.message }
        : { is: "refused", at: now, status: answer.status, message: answer.message };
    case "malformed": {
      // A refusal needs no result fields, so it is readable even if the schema rejects it.
      const said = jsonOf(answer.body);
      const message = messageOf(answer.body);
      return saysEnd(said) && saysNo(said) ? { is: "refused", at: now, status: 200, message } : { is: "unknown", at: now, message };
    }
    case "lost":
      return { is: "unknown", at: now, message: undefined };
    case "expired":
      return { is: "refused", at: now, status: 401, message: undefined };
  }
}

/** An attempt's outcome, with the details of the host's answer. */
export function outcomeOf<T>(attempt: string, state: AttemptState, answer: Answer<T>): Outcome<T> {
  if (state.is === "done" && answer.is === "answered") return { is: "done", value: answer.value, attempt };
  const body = "body" in answer ? answer.body : "";
  if (state.is === "refused") {
    const wait = answer.is === "refused" && answer.retryAfterMs !== undefined ? { retryAfterMs: answer.retryAfterMs } : {};
    return { is: "refused", status: state.status, message: state.message, body, attempt, ...wait };
  }
  return { is: "unknown", message: state.is === "unknown" ? state.message : undefined, body, attempt };
}

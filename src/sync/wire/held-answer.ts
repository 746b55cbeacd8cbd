import { type AnswerOf, nameOf, type OpenCall } from "../../contract/call.ts";
import type { Request } from "./host-client.ts";
import type { Host } from "./host.ts";
import { messageIn } from "./message-in.ts";
import type { Trouble } from "./read-queue.ts";

interface Failed {
  readonly is: "failed";
  readonly message: string | undefined;
}

/** An uncached answer, held only by the screen that shows it. */
export type HeldAnswer<T> = { readonly is: "known"; readonly value: T; readonly asOf: number } | Failed;

/** What a screen says of a failed read. */
export const failureOf = (answer: Trouble["answer"]): Failed => ({
  is: "failed",
  message: answer.is === "malformed" ? answer.problem : messageIn(answer),
});

/** Reads a call for a screen that holds its answer. A person demands it, so its failures are reset (SYNC-5). Never rejects. */
export async function readHeld<C extends OpenCall>(
  host: Host,
  call: C,
  request: Pick<Request<C>, "path" | "query" | "params">,
  signal: AbortSignal,
): Promise<HeldAnswer<AnswerOf<C>>> {
  host.beginAnew(nameOf(call));
  const answer = await host.reads.read(call, request, signal);
  return answer.is === "answered" ? { is: "known", value: answer.value, asOf: answer.sentAt } : failureOf(answer);
}

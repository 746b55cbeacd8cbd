import type { AnswerOf, OpenCall } from "../../contract/call.ts";
import type { Request } from "./host-client.ts";
import type { Host } from "./host.ts";
import { messageIn } from "./message-in.ts";

/** An uncached answer, held only by the screen that shows it. */
export type HeldAnswer<T> =
  | { readonly is: "known"; readonly value: T; readonly asOf: number }
  | { readonly is: "failed"; readonly message: string | undefined };

/** Reads a call for a screen that holds its answer. Never rejects. */
export async function readHeld<C extends OpenCall>(
  host: Host,
  call: C,
  request: Pick<Request<C>, "path" | "query" | "params">,
  signal: AbortSignal,
): Promise<HeldAnswer<AnswerOf<C>>> {
  const answer = await host.reads.read(call, request, signal);
  if (answer.is === "answered") return { is: "known", value: answer.value, asOf: answer.sentAt };
  return { is: "failed", message: answer.is === "malformed" ? answer.problem : messageIn(answer) };
}

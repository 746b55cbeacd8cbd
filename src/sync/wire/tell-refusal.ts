import { nameOf, type OpenCall } from "../../contract/call.ts";
import type { Host } from "./host.ts";

/** Tells of a read that was answered with success false as of any other refusal. */
export function tellRefusal(host: Host, call: OpenCall, message: string | undefined): void {
  const answer = { is: "refused", status: 200, message, body: "", retryAfterMs: undefined } as const;
  host.trouble.set({ call: nameOf(call), key: nameOf(call), answer, tookMs: 0, willRetry: false, rests: false });
}

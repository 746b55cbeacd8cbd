import { nameOf, type OpenCall } from "../../contract/call.ts";
import type { Host } from "./host.ts";

/** Reports a read answered with `success: false` like any other refusal. */
export function tellRefusal(host: Host, call: OpenCall, message: string | undefined): void {
  const answer = { is: "refused", status: 200, message, body: "", retryAfterMs: undefined } as const;
  host.trouble.set({ call: nameOf(call), key: nameOf(call), answer, tookMs: 0, willRetry: false, rests: false });
}

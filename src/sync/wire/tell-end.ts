import { type Call, nameOf } from "../../contract/call.ts";
import type { Answer } from "./host-client.ts";
import type { Host } from "./host.ts";

/**
 * Tells how a call outside the read queue ended, so that it is named while it fails and the host answers others (LAY-7). `sentAt`:
 * device epoch ms.
 */
export async function tellEnd<T>(host: Host, call: Pick<Call, "method" | "path">, answer: Answer<T>, sentAt: number): Promise<void> {
  const key = nameOf(call);
  if (answer.is === "answered") {
    host.recovered.set({ key });
    return;
  }
  const tookMs = host.clock.now() - sentAt;
  if (await host.reach.settled()) host.trouble.set({ call: key, key, demands: [], answer, tookMs, willRetry: true, rests: false });
}

import type { Page } from "@playwright/test";
import * as v from "valibot";

const attached = v.object({ sessionId: v.string(), targetInfo: v.object({ title: v.string(), type: v.string() }) });
const heard = v.object({ message: v.string() });
const heap = v.object({ id: v.literal(2), result: v.object({ usedSize: v.number(), backingStorageSize: v.optional(v.number(), 0) }) });

/** The heap of a page's worker, by its name, in MB after garbage collection; array buffers included. */
export async function heapOfWorker(page: Page, name: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  try {
    const worker = new Promise<string>((resolve) => {
      session.on("Target.attachedToTarget", (event) => {
        const { sessionId, targetInfo } = v.parse(attached, event);
        if (targetInfo.type === "worker" && targetInfo.title === name) resolve(sessionId);
      });
    });
    await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    const sessionId = await worker;
    const answer = new Promise<number>((resolve) => {
      session.on("Target.receivedMessageFromTarget", (event) => {
        const said = v.safeParse(heap, JSON.parse(v.parse(heard, event).message));
        if (said.success) resolve((said.output.result.usedSize + said.output.result.backingStorageSize) / 1e6);
      });
    });
    for (const [id, method] of [
      [1, "HeapProfiler.collectGarbage"],
      [2, "Runtime.getHeapUsage"],
    ] as const)
      await session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    return await answer;
  } finally {
    await session.detach();
  }
}

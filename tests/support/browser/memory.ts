import type { Page } from "@playwright/test";

/** Every string that is still reachable in the page's memory, in one text. */
export async function memoryOf(page: Page): Promise<string> {
  // The browser remembers the text of the last match (RegExp.$_).
  await page.evaluate(() => /x/.test("x"));
  const devtools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  devtools.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await devtools.send("HeapProfiler.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await devtools.detach();
  return chunks.join("");
}

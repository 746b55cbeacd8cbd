// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from "vitest";
import { loadPart } from "../../src/sw/load-part.ts";

const styles = "/assets/whole.css";

test("[PWA-2, PWA-3] every part waits for the stylesheet, also one that comes while it is on its way", async () => {
  document.head.innerHTML = `<meta name="counterfoil-styles" content="${styles}">`;
  const links: Node[] = [];
  const append = vi
    .spyOn(document.head, "append")
    .mockImplementation((...nodes) => void links.push(...nodes.filter((node) => typeof node !== "string")));
  onTestFinished(() => append.mockRestore());
  const loaded: string[] = [];
  const load = (name: string) => loadPart(() => Promise.resolve(loaded.push(name)));
  const parts = [load("first"), load("second")];
  await Promise.resolve();
  expect(loaded).toEqual([]);
  expect(links).toHaveLength(1);
  links[0]?.dispatchEvent(new Event("load"));
  await Promise.all([...parts, load("later")]);
  expect(loaded).toEqual(["first", "second", "later"]);
});

test("[PWA-2, PWA-3] a part whose stylesheet can't be had is shown without it", async () => {
  document.head.innerHTML = `<meta name="counterfoil-styles" content="/assets/gone.css">`;
  const append = vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) if (typeof node !== "string") queueMicrotask(() => node.dispatchEvent(new Event("error")));
  });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("blocked")));
  onTestFinished(() => {
    append.mockRestore();
    vi.unstubAllGlobals();
  });
  const load = Object.assign(() => Promise.resolve("part"), { toString: () => 'import("./part.js")' });
  expect(await loadPart(load)).toBe("part");
  expect(append).toHaveBeenCalledTimes(2);
});

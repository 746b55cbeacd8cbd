import { expect, test, vi } from "vitest";

/** A page with `count` open transactions. */
async function pageWith(count: number) {
  vi.resetModules();
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  const { endWithPage } = await import("../../src/db/store/open-transactions.ts");
  vi.unstubAllGlobals();
  const opened = Array.from({ length: count }, () => Object.assign(new EventTarget(), { abort: vi.fn() }));
  for (const one of opened) endWithPage(one as unknown as IDBTransaction);
  const hide = (persisted: boolean): void => void page.dispatchEvent(Object.assign(new Event("pagehide"), { persisted }));
  return { endWithPage, opened, hide, aborted: () => opened.map(({ abort }) => abort.mock.calls.length) };
}

test("[SYNC-7, ENG-1] a page that is put away aborts what it has open, and whatever it opens after that", async () => {
  const { opened, hide, aborted, endWithPage } = await pageWith(3);
  opened[0]?.dispatchEvent(new Event("complete"));
  hide(true);
  expect(aborted()).toEqual([0, 1, 1]);
  const late = Object.assign(new EventTarget(), { abort: vi.fn() });
  endWithPage(late as unknown as IDBTransaction);
  expect(late.abort).toHaveBeenCalledOnce();
});

test("[SYNC-7] a page that is left for good lets its writes end", async () => {
  const { hide, aborted } = await pageWith(1);
  hide(false);
  expect(aborted()).toEqual([0]);
});

import { afterEach, expect, test, vi } from "vitest";
import { Leadership } from "../../src/sync/tabs/leadership.ts";
import { findWithheld, isInsecure } from "../../src/sync/wire/withheld.ts";

afterEach(() => vi.unstubAllGlobals());

const refused = () => Promise.reject(new DOMException("The request was denied.", "SecurityError"));
const granted = { query: async () => ({ held: [], pending: [] }) };

function browser(isSecure: boolean, locks: object | undefined): void {
  vi.stubGlobal("isSecureContext", isSecure);
  vi.stubGlobal("navigator", { locks });
  if (!isSecure) vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
}

test("[SYNC-4] plain http is named, and nothing can be changed there", async () => {
  browser(false, undefined);
  expect(await findWithheld()).toBe("https");
  expect(isInsecure()).toBe(true);
});

test("[SYNC-4] Web Locks that are missing or refused are named, and a browser that withholds nothing is not", async () => {
  browser(true, undefined);
  expect(await findWithheld()).toBe("locks");
  browser(true, { query: refused });
  expect(await findWithheld()).toBe("locks");
  browser(true, granted);
  expect(await findWithheld()).toBeUndefined();
  expect(isInsecure()).toBe(false);
});

/** Each tab also takes a lock of its own, to learn its client id. */
const leadsAsked = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.filter(([name]) => !String(name).includes("-who-"));

test("[SYNC-6] a tab whose Web Locks are refused leads, and asks for them no second time", async () => {
  const request = vi.fn(refused);
  browser(true, { ...granted, request });
  const closed = new AbortController();
  const onLead = vi.fn();
  const leadership = new Leadership("cache", onLead, closed.signal);
  await expect.poll(() => onLead.mock.calls.length).toBe(1);
  expect(leadership.leads).toBe(true);
  expect(leadsAsked(request)).toHaveLength(1);
  closed.abort();
});

test("[SYNC-6] a page that is left gives up the lead as it goes, and doesn't ask for it again", async () => {
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  let holds = true;
  const request = vi.fn((_name: string, _options: object, hold: () => Promise<void>) => hold().then(() => void (holds = false)));
  browser(true, { ...granted, request });
  const closed = new AbortController();
  const leadership = new Leadership("cache", () => {}, closed.signal);
  expect(leadership.leads).toBe(true);
  page.dispatchEvent(new Event("pagehide"));
  await expect.poll(() => holds).toBe(false);
  expect(leadsAsked(request)).toHaveLength(1);
  closed.abort();
});

import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { chainBeginning, type ChainedEntry, firstBreak, hashedForm } from "../../src/contract/audit-chain.ts";
import { forgetVerifiedHead, keepVerifiedHead, verifiedHead } from "../../src/sync/feeds/verified-head.ts";
import { type CheckEntries, type Verification, verifyChain } from "../../src/sync/feeds/verify-chain.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { Gate } from "../support/gate.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed } from "../support/played-host.ts";

const call = "GET /log/chain";
const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
const check: CheckEntries = async (before, entries, seen) => firstBreak(before, entries, digest, seen);

/** Entries whose texts and hashes fit. */
function chainOf(count: number, text = "entry"): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (let n = 1; n <= count; n += 1) {
    const entry = { seq: n, text: `${text} ${n}`, previous: entries.at(-1)?.hash ?? chainBeginning.hash };
    entries.push({ ...entry, hash: digest(hashedForm(entry)) });
  }
  return entries;
}
const headOf = (entries: readonly ChainedEntry[]) => {
  const { seq, hash } = entries.at(-1) ?? chainBeginning;
  return { seq, hash };
};

let played: PlayedCalls;
let host: Host;
let stop: AbortController;
let progress: string[];

beforeEach(() => {
  played = new PlayedCalls();
  host = connectPlayed(played, { auditLog: "/log" });
  vi.stubGlobal("localStorage", new DeviceStorage());
  stop = new AbortController();
  progress = [];
});

/** The host's log; `head`: what it says its end is. */
function logs(entries: readonly ChainedEntry[], head = headOf(entries)): void {
  played.on(call, ({ query }) => {
    const from = Number(query["from"]) - 1;
    return { json: { success: true, data: { entries: entries.slice(from, from + Number(query["limit"])), head } } };
  });
}
/** Holds a walk up until opened. */
const heldBy =
  (gate: Gate): CheckEntries =>
  async (...part) => {
    await gate.opened;
    return check(...part);
  };
const verify = (by: CheckEntries = check): Promise<Verification> =>
  verifyChain(host, by, (done, of) => progress.push(`${done}/${of}`), stop.signal);

describe("[AUD-3] a log that fits", () => {
  test("is walked in batches to the head, which is kept for the next time", async () => {
    const chain = chainOf(250);
    logs(chain);
    expect(await verify()).toEqual({ is: "holds", entries: 250, head: headOf(chain), seen: undefined });
    expect(progress).toEqual(["100/250", "200/250", "250/250"]);
    expect(verifiedHead(host)).toEqual(headOf(chain));
    expect(await verify()).toMatchObject({ is: "holds", seen: headOf(chain) });
  });

  test("without entries holds, too", async () => {
    logs([]);
    expect(await verify()).toMatchObject({ is: "holds", entries: 0, head: chainBeginning });
  });

  test("is checked to where it ended at the start, whatever is added meanwhile", async () => {
    const chain = chainOf(150);
    played.on(call, ({ query }) => {
      const from = Number(query["from"]) - 1;
      const told = from === 0 ? chain.slice(0, 120) : chain;
      return { json: { data: { entries: told.slice(from, from + 100), head: headOf(told) } } };
    });
    expect(await verify()).toMatchObject({ is: "holds", entries: 120 });
  });
});

describe("[AUD-3] a log that doesn't fit", () => {
  test("is named by its first broken entry", async () => {
    const chain = chainOf(130);
    logs(chain.map((entry, n) => (n === 110 ? { ...entry, text: "other" } : entry)));
    expect(await verify()).toMatchObject({ is: "broken", seq: 111, fault: "changed", bySeen: false, entry: { text: "other" } });
    expect(verifiedHead(host)).toBeUndefined();
  });

  test("ends before the head that the host names", async () => {
    const chain = chainOf(3);
    logs(chain, { seq: 5, hash: "a".repeat(64) });
    expect(await verify()).toEqual({ is: "broken", seq: 4, fault: "missing", entry: undefined, bySeen: false });
  });

  test("has another last entry than the head that the host named at the start", async () => {
    const chain = chainOf(101);
    const replaced = { seq: 101, text: "other", previous: chain[99]?.hash };
    const last = { ...replaced, hash: digest(hashedForm(replaced)) };
    played.on(call, ({ query }) => ({
      json: { data: { entries: query["from"] === "1" ? chain.slice(0, 100) : [last], head: headOf(chain) } },
    }));
    expect(await verify()).toMatchObject({ is: "broken", seq: 101, fault: "rewritten", bySeen: false, entry: { text: "other" } });
    expect(verifiedHead(host)).toBeUndefined();
  });

  test("was written anew, or cut short, since this device saw it; what it saw stays", async () => {
    const before = headOf(chainOf(4));
    keepVerifiedHead(host, before);
    logs(chainOf(6, "another"));
    expect(await verify()).toMatchObject({ is: "broken", seq: 4, fault: "rewritten", bySeen: true });
    logs(chainOf(3));
    expect(await verify()).toMatchObject({ is: "broken", seq: 4, fault: "missing", bySeen: true });
    expect(verifiedHead(host)).toEqual(before);
  });
});

describe("[AUD-3] a walk that ends early", () => {
  test("says the host's words, or what can't be read", async () => {
    played.on(call, { status: 403, json: { message: "Not you" } });
    expect(await verify()).toEqual({ is: "failed", message: "Not you" });
    played.on(call, { json: { data: { entries: [{ seq: 1 }] } } });
    expect((await verify()) as { message?: string }).toMatchObject({
      is: "failed",
      message: expect.stringContaining("GET /audit/logs/chain"),
    });
  });

  test("is cancelled before or during a check, and keeps no head", async () => {
    logs(chainOf(2));
    const during: CheckEntries = async (...batch) => {
      stop.abort();
      return check(...batch);
    };
    expect(await verify(during)).toEqual({ is: "cancelled" });
    expect(await verify()).toEqual({ is: "cancelled" });
    expect(verifiedHead(host)).toBeUndefined();
  });
});

describe("[AUD-3] the head that this device verified", () => {
  test("is one for each host and log, and outlasts neither being forgotten nor being spoilt", () => {
    const storage = new DeviceStorage();
    vi.stubGlobal("localStorage", storage);
    const head = headOf(chainOf(2));
    keepVerifiedHead(host, { ...head });
    expect(verifiedHead({ ...host, config: { ...host.config, auditLog: "/other" } })).toBeUndefined();
    expect(verifiedHead(host)).toEqual(head);
    const [key] = storage.items.keys();
    for (const spoilt of ["{", '{"seq":-1,"hash":"00"}', "null"]) {
      storage.setItem(key ?? "", spoilt);
      expect(verifiedHead(host)).toBeUndefined();
    }
    keepVerifiedHead(host, head);
    forgetVerifiedHead(host);
    expect(verifiedHead(host)).toBeUndefined();
    expect(storage.items.size).toBe(0);
  });

  test("[SEC-1] says nothing of what the log holds", () => {
    const storage = new DeviceStorage();
    vi.stubGlobal("localStorage", storage);
    const [entry] = chainOf(1);
    if (entry) keepVerifiedHead(host, entry);
    expect([...storage.items.values()].join("")).not.toContain("entry");
  });
});

test("[AUD-3] a slow walk that ends after a later one leaves the later one's head", async () => {
  logs(chainOf(15));
  const gate = new Gate();
  const slow = verify(heldBy(gate));
  await vi.waitFor(() => expect(played.callsOf(call)).toHaveLength(1));
  logs(chainOf(18));
  expect((await verify()).is).toBe("holds");
  gate.open();
  expect((await slow).is).toBe("holds");
  expect(verifiedHead(host)?.seq).toBe(18);
});

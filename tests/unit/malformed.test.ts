import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { readState } from "../../src/db/store/database.ts";
import { heard, openGenerations, startGeneration } from "../../src/db/money/generation.ts";
import type { FeedName, Feeds } from "../../src/sync/feeds/feeds.ts";
import { askGeneration } from "../../src/sync/feeds/generation-feed.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { allTransactions } from "../../src/sync/transactions/transaction-source.ts";
import { filteredTransactions } from "../../src/sync/transactions/later-list.ts";

/** The played host's answers by path; any other request fails the test. */
let answers: Record<string, () => Response>;
let host: Host;
let sync: Sync;
let unexpected: string[];

const json =
  (value: unknown): (() => Response) =>
  () =>
    new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const row = (id: string, minute: number) => ({
  id,
  createdAt: new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString(),
  username: `user ${id}`,
  status: "PENDING",
  amount: "1.5",
});

const recent = "/analytics/recent-transactions";
const filtered = "/analytics/filter";
const dashboard = "/analytics/dashboard";
const users = "/usermanagement/users";
const fees = "/set-fee/crypto-fee";
const oneFee = "/set-fee/crypto-fee/BTC/Bitcoin";
const onramp = "/onramp/onramp-rate";
const offramp = "/offramp/offramp-rate";
const markup = "/marker/markup-record";
const markdown = "/asset-markdown/global";
const giftCards = "/admingiftcard/rates";
const wallets = "/admin/users/wallets";
const generation = "/updateuseraddress/status-by-phone";

const btcFee = { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: 2.5 };
const cardRate = { _id: "g1", cardType: "STEAM", country: "CANADA", rate: 900 };

const good = (): typeof answers => ({
  [recent]: json({ success: true, data: [row("b", 2), row("a", 1)], pagination: { hasNextPage: false } }),
  [filtered]: json({ success: true, data: { transactions: [row("b", 2)] }, pagination: { hasNextPage: false } }),
  [dashboard]: json({ data: { users: { total: 2 }, transactionVolume: 12 } }),
  [users]: json({ data: { users: [{ _id: "u1", email: "ada@example.com" }], pagination: { total: 1 } } }),
  [fees]: json({ success: true, data: [btcFee] }),
  [oneFee]: json({ success: true, data: btcFee }),
  [onramp]: json({ success: true, data: { rate: 1500 } }),
  [offramp]: json({ success: true, data: { rate: 1450 } }),
  [markup]: json({ success: true, data: { markup: 1.5 } }),
  [markdown]: json({ success: true, data: { markdownPercentage: 5, isActive: true } }),
  [giftCards]: json({ success: true, data: { rates: [cardRate], pagination: { currentPage: 1, totalPages: 1 } } }),
  [wallets]: json({
    success: true,
    data: { email: "ada@example.com", wallets: { BTC_BTC: { address: "bc1" } }, balances: { btcBalance: 1 } },
  }),
  [generation]: json({ success: true, walletGenerationStatus: "in_progress", walletsGenerated: 2, totalWallets: 8 }),
});

beforeEach(async () => {
  answers = good();
  unexpected = [];
  vi.stubGlobal("fetch", (input: string) => {
    const answer = answers[new URL(input, "http://host").pathname];
    if (!answer) unexpected.push(input);
    return Promise.resolve(answer ? answer() : new Response("", { status: 599 }));
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  host = connect(v.parse(config, { host: "http://host" }));
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  sync = await startSync(session, host);
});

afterEach(() => {
  expect(unexpected).toEqual([]);
  sync.end();
  sync.db.close();
  sessionStore.close();
  vi.unstubAllGlobals();
});

const dump = async (): Promise<unknown> =>
  Object.fromEntries(await Promise.all(sync.db.tables.map(async (table) => [table.name, await table.toArray()])));

const enormous = "x".repeat(2_000_000);

/** Bodies that are invalid for every call. */
const broken: Record<string, () => Response> = {
  "an empty body": () => new Response(""),
  "HTML with status 200": () => new Response("<!doctype html><p>Maintenance</p>", { headers: { "content-type": "text/html" } }),
  "cut JSON": () => new Response('{"success":true,"data":[{"id":"a","createdAt":"2026-'),
  null: json(null),
  "a number": json(7),
  "an array": json([1, 2]),
  "success false": json({ success: false, message: "no" }),
  "__proto__ for data": () => new Response('{"__proto__":{"data":[]},"constructor":{"prototype":{"data":[]}}}'),
  "an enormous string for data": json({ data: enormous }),
};

/** Invalid for lists of transactions. */
const brokenRows: Record<string, () => Response> = {
  "a null row": json({ success: true, data: [row("b", 2), null], pagination: { hasNextPage: false } }),
  "a row without an id": json({ success: true, data: [{ createdAt: "2026-11-01T00:00:00Z" }] }),
  "a row without a date": json({ success: true, data: [{ id: "a" }] }),
  "a date that is none": json({ success: true, data: [{ id: "a", createdAt: "yesterday" }] }),
  "an object for a username": json({ success: true, data: [{ ...row("a", 1), username: { first: "Ada" } }] }),
  "text for an amount": json({ success: true, data: [{ ...row("a", 1), amount: "a lot" }] }),
};

const brokenFigures: Record<string, () => Response> = {
  "no data": json({ success: true }),
  "success false beside figures of nothing": json({ success: false, data: {} }),
  "a list for the figures": json({ data: [{ users: { total: 1 } }] }),
  "a word for the users": json({ data: { users: { total: "many" } } }),
  "an object for the volume": json({ data: { transactionVolume: { usd: 12 } } }),
};

const brokenUsers: Record<string, () => Response> = {
  "success false beside a page of nobody": json({ success: false, data: { users: [], pagination: { total: 0, skip: 0 } } }),
  "a 0 for success beside nobody": json({ success: 0, users: [], pagination: { total: 0 } }),
  "a null user": json({ data: { users: [null] } }),
  "users that are no list": json({ data: { users: { ada: 1 } } }),
  "a user without id and email": json({ data: { users: [{ username: "ada" }] } }),
};

const brokenFees: Record<string, () => Response> = {
  "a null fee": json({ success: true, data: [btcFee, null] }),
  "a fee without a currency": json({ success: true, data: [{ ...btcFee, currency: undefined }] }),
  "a fee that is a word": json({ success: true, data: [{ ...btcFee, networkFee: "cheap" }] }),
  "an enormous string for a fee": json({ success: true, data: [{ ...btcFee, networkFee: enormous }] }),
  "an object for a network's name": json({ success: true, data: [{ ...btcFee, networkName: { first: "Bitcoin" } }] }),
};
const brokenFee: Record<string, () => Response> = {
  "no data": json({ success: true }),
  "a fee without a network": json({ success: true, data: { ...btcFee, network: undefined } }),
  "a fee that is an object": json({ success: true, data: { ...btcFee, networkFee: { usd: 1 } } }),
  "a fee with an enormous string": json({ success: true, data: { ...btcFee, networkFee: enormous } }),
};
const brokenFigure = (name: string): Record<string, () => Response> => ({
  "no data": json({ success: true }),
  "data without the figure": json({ success: true, data: {} }),
  "data that is a list": json({ success: true, data: [] }),
  "null for the figure": json({ success: true, data: { [name]: null } }),
  "a word for the figure": json({ success: true, data: { [name]: "soon" } }),
  "an object for the figure": json({ success: true, data: { [name]: { value: 1 } } }),
  "an enormous string for the figure": json({ success: true, data: { [name]: enormous } }),
  "a date that is none": json({ success: true, data: { [name]: 3, updatedAt: "yesterday" } }),
});
const brokenGiftCards: Record<string, () => Response> = {
  "no rates": json({ success: true, data: {} }),
  "a null rate": json({ success: true, data: { rates: [cardRate, null] } }),
  "a rate without an id": json({ success: true, data: { rates: [{ ...cardRate, _id: undefined }] } }),
  "a word for a rate": json({ success: true, data: { rates: [{ ...cardRate, rate: "a lot" }] } }),
  "an enormous id": json({ success: true, data: { rates: [{ ...cardRate, _id: enormous }] } }),
  "pages without number": json({ success: true, data: { rates: [cardRate], pagination: { totalPages: "many" } } }),
};
const brokenWallets: Record<string, () => Response> = {
  "no wallets and no balances": json({ success: true, data: {} }),
  "wallets that are a word": json({ success: true, data: { wallets: "none", balances: {} } }),
  "a wallet that is a word": json({ success: true, data: { wallets: { BTC_BTC: "bc1" } } }),
  "a word for a balance": json({ success: true, data: { wallets: {}, balances: { btcBalance: "a lot" } } }),
  "an enormous string for a balance": json({ success: true, data: { wallets: {}, balances: { btcBalance: enormous } } }),
};
const brokenGeneration: Record<string, () => Response> = {
  "an object for the status": json({ success: true, walletGenerationStatus: { is: "done" } }),
  "a word for a count": json({ success: true, walletGenerationStatus: "in_progress", walletsGenerated: "some" }),
  "an object for the progress": json({ success: true, data: { progress: {} } }),
};

const without = (bodies: Record<string, () => Response>, ...names: string[]): Record<string, () => Response> =>
  Object.fromEntries(Object.entries(bodies).filter(([name]) => !names.includes(name)));

const demand =
  <F extends FeedName>(feed: F, input: Feeds[F]) =>
  () =>
    sync.dispatcher.demand(feed, input);

const feeds = {
  [recent]: { read: () => sync.refreshHead(), bodies: { ...broken, ...brokenRows } },
  [filtered]: { read: () => filteredTransactions(sync, { currency: "BTC" }, "UTC").refreshHead(), bodies: { ...broken, ...brokenRows } },
  [dashboard]: { read: () => sync.refreshAnalytics(), bodies: { ...broken, ...brokenFigures } },
  [users]: { read: () => sync.refreshAnalytics(), bodies: { ...broken, ...brokenUsers } },
  [`${users} `]: { read: demand("users", { limit: 10, skip: 0 }), bodies: { ...broken, ...brokenUsers } },
  [`${users}  `]: { read: demand("user", { email: "ada@example.com" }), bodies: { ...broken, ...brokenUsers } },
  [fees]: { read: demand("fees", null), bodies: { ...broken, ...brokenFees } },
  [oneFee]: { read: demand("fee", { currency: "BTC", network: "Bitcoin" }), bodies: { ...broken, ...brokenFee } },
  [onramp]: { read: demand("onramp", null), bodies: { ...broken, ...brokenFigure("rate") } },
  [offramp]: { read: demand("offramp", null), bodies: { ...broken, ...brokenFigure("rate") } },
  // A bare number is a valid markup (MARK-1).
  [markup]: { read: demand("markup", null), bodies: { ...without(broken, "a number"), ...brokenFigure("markup") } },
  [markdown]: { read: demand("markdown", null), bodies: { ...broken, ...brokenFigure("markdownPercentage") } },
  [giftCards]: { read: demand("giftCards", null), bodies: { ...broken, ...brokenGiftCards } },
  [wallets]: { read: demand("wallets", "ada@example.com"), bodies: { ...broken, ...brokenWallets } },
};

const names: Record<string, string> = { [oneFee]: `${fees}/{currency}/{network}` };

describe.each(Object.entries(feeds))("GET %s", (path, { read, bodies }) => {
  test.each(Object.entries(bodies))("[SYNC-8] %s keeps the cache as it was, and the trouble names the call", async (_, answer) => {
    await sync.refreshHead();
    await sync.refreshAnalytics();
    await read();
    const before = await dump();
    host.trouble.set(undefined);
    // Only this call goes wrong; figures fetched alongside are unchanged.
    answers = { ...good(), [path.trim()]: answer };
    await read();
    expect(withoutTimes(await dump())).toEqual(withoutTimes(before));
    expect(host.trouble.get()?.call).toBe(`GET ${names[path] ?? path.trim()}`);
  });
});

describe(`GET ${generation}`, () => {
  const bodies = { ...without(broken, "success false"), ...brokenGeneration };
  test.each(Object.entries(bodies))(
    "[SYNC-8] %s keeps what was known of a generation, and the trouble names the call",
    async (_, answer) => {
      const { signal } = new AbortController();
      const first = await askGeneration(host, "+2348012345678", signal);
      if (first.is !== "answered") throw new Error(`the host's answer is ${first.is}`);
      await startGeneration(sync.db, "+2348012345678", first.value, 1000);
      const [job] = await openGenerations(sync.db);
      if (!job) throw new Error("nothing is followed");
      answers[generation] = answer;
      const next = heard(job, await askGeneration(host, job.phone, signal), 2000);
      expect(next).toEqual({ ...job, trouble: next.trouble });
      expect(next.trouble).toContain(`GET ${generation}`);
    },
  );
});

test("[SYNC-8] markup in the names of fees, cards and people is text, and kept as it came", async () => {
  const markupText = '<img src=x onerror="alert(1)">';
  answers[fees] = json({ success: true, data: [{ ...btcFee, networkName: markupText }] });
  answers[giftCards] = json({ success: true, data: { rates: [{ ...cardRate, notes: markupText }] } });
  answers[users] = json({ data: { users: [{ _id: "u1", username: markupText }] } });
  answers[markdown] = json({ success: true, data: { markdownPercentage: 5, description: markupText } });
  for (const feed of [fees, giftCards, users, markdown] as const) expect((await feeds[feed].read()).is).toBe("done");
  expect(JSON.stringify(await dump()).split(JSON.stringify(markupText).slice(1, -1))).toHaveLength(5);
});

/** Cached data without its fetch times, which are all that a successful read changes. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      ["asOf", "seenAt", "headAsOf", "endAsOf"].includes(key) || (key === "value" && typeof one === "number") ? undefined : one,
    ),
  );
}

test("[SYNC-8] an unknown status, a number as text, markup and 10,000 characters are kept as they came", async () => {
  const long = `<img src=x onerror=alert(1)>${"y".repeat(10_000)}`;
  answers[recent] = json({
    success: true,
    data: [{ ...row("a", 1), id: 42, username: long, status: "TELEPORTED", amount: "-12.50" }],
    pagination: { hasNextPage: false },
  });
  expect(await sync.refreshHead()).toEqual({ is: "done" });
  const window = await allTransactions(sync).read(0, 10, []);
  const [item] = window.items;
  expect(item?.is === "row" && [item.row.id, item.row.username, item.row.status, item.row.amount]).toEqual([
    "42",
    long,
    "TELEPORTED",
    "-12.50",
  ]);
});

test("[SYNC-8] keys that could reach a prototype are dropped", async () => {
  answers[recent] = () =>
    new Response(
      '{"success":true,"data":[{"id":"a","createdAt":"2026-11-01T00:00:00Z","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}],"pagination":{"hasNextPage":false}}',
    );
  await sync.refreshHead();
  expect((await readState(sync.db, "coverage"))?.length).toBe(1);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

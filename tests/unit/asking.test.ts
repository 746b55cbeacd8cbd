import type { TransactionFilter } from "../../src/contract/transactions.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { putUsers, readUser } from "../../src/db/people/users.ts";
import type { Database } from "../../src/db/store/database.ts";
import { rowById } from "../../src/db/transactions/row-by-id.ts";
import type { RowChanges } from "../../src/db/transactions/transactions.ts";
import { askUsers } from "../../src/sync/feeds/ask-users.ts";
import { userFeed } from "../../src/sync/feeds/users-feed.ts";
import { askBalances, askLatest, askTransactions as askTransactionsOf, askUser } from "../../src/sync/feeds/user-check.ts";
import { askBulk, type BulkQuestion } from "../../src/sync/money/ask-bulk.ts";
import { askTransaction, askTransactions } from "../../src/sync/transactions/ask-transaction.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { PlayedCalls, type ReceivedCall } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const filterCall = "GET /analytics/filter";
const usersCall = "GET /usermanagement/users";
const walletsCall = "GET /admin/users/wallets";
const at = new Date(1_000_000).toISOString();

let played: PlayedCalls;
let host: Host;
let db: Database;
let published: RowChanges[];
let stop: AbortController;

beforeEach(async () => {
  played = new PlayedCalls();
  host = connectPlayed(played);
  db = await emptyCache();
  published = [];
  stop = new AbortController();
});

const sync = () => ({ host, db, publish: (changes: RowChanges) => void published.push(changes), beginAnew: host.beginAnew });
const row = (id: string, more: object = {}) => ({ id, createdAt: at, ...more });
const rows = (data: readonly object[], hasNextPage?: boolean) => ({
  json: { success: true, data, ...(hasNextPage !== undefined && { pagination: { hasNextPage } }) },
});

describe("a transaction", () => {
  const ask = (id = "t1") => askTransaction(sync(), id, stop.signal);

  test("[FIND-2] is found by its exact id alone, kept, and told to every tab", async () => {
    played.on(filterCall, rows([row("t10"), row("t1")], false));
    expect(await ask()).toMatchObject({ is: "found", rows: [{ id: "t1", at: 1_000_000 }] });
    expect(await rowById(db, "t1")).toBeDefined();
    expect(await rowById(db, "t10")).toBeUndefined();
    expect(published.map(({ put }) => put.map(({ id }) => id))).toEqual([["t1"]]);
    expect(await ask("t")).toEqual({ is: "notFound" });
  });

  test("[FIND-2] on a later page is found; too many pages are no answer", async () => {
    played.on(filterCall, ({ query }: ReceivedCall) => rows([row(`t${query["page"]}`)], true));
    expect((await ask("t3")).is).toBe("found");
    expect(await ask("t99")).toEqual({ is: "notAsked", message: undefined });
    expect(played.callsOf(filterCall)).toHaveLength(3 + 10);
  });

  test("[FIND-2] a host that doesn't say whether there is more has more after a full page", async () => {
    const full = Array.from({ length: 50 }, (_, n) => row(`a${n}`));
    played.on(filterCall, ({ query }: ReceivedCall) => rows(query["page"] === "1" ? full : [row("t1")]));
    expect((await ask()).is).toBe("found");
    expect(await ask("t2")).toEqual({ is: "notFound" });
  });

  test("[FIND-2] nor does a short page end the list of a host that sends fewer rows than asked for, but an empty one", async () => {
    played.on(filterCall, ({ query }: ReceivedCall) =>
      rows(Array.from({ length: 20 }, (_, n) => row(`p${query["page"]} ${n}`)).slice(query["page"] === "3" ? 20 : 0)),
    );
    expect((await ask("p2 19")).is).toBe("found");
    expect(await ask("p3 0")).toEqual({ is: "notFound" });
    expect(played.callsOf(filterCall).map(({ query }) => query["page"])).toEqual(["1", "2", "1", "2", "3"]);
  });

  test("[FIND-2] no answer is 'not asked', with the host's words if it had any", async () => {
    played.on(filterCall, { status: 403, json: { message: "Not you" } });
    expect(await ask()).toEqual({ is: "notAsked", message: "Not you" });
    played.on(filterCall, { json: { success: true, data: "none" } });
    expect(await ask()).toEqual({ is: "notAsked", message: undefined });
    stop.abort();
    expect(await ask()).toEqual({ is: "notAsked", message: undefined });
  });

  test("[SYNC-7] is shown even where the device can't keep it", async () => {
    played.on(filterCall, rows([row("t1")], false));
    db.close();
    expect(await askTransactions(sync(), "t1", () => true, stop.signal)).toMatchObject({ is: "found", rows: [{ id: "t1" }] });
    expect(published).toEqual([]);
  });
});

describe("users", () => {
  const ask = (isMeant = ({ email }: { email?: string | null | undefined }) => email === "ada@example.com") =>
    askUsers(sync(), "ada", isMeant, stop.signal);
  const people =
    (count: number, total?: number, skips = true) =>
    ({ query }: ReceivedCall) => {
      const users = Array.from({ length: count }, (_, n) => ({ _id: `u${n}`, email: n === 1 ? "ada@example.com" : `ada${n}@example.com` }));
      return { json: { users: users.slice(skips ? Number(query["skip"]) : 0), ...(total !== undefined && { pagination: { total } }) } };
    };

  test("[FIND-4] those that are meant are found and kept", async () => {
    played.on(usersCall, people(3));
    expect(await ask()).toMatchObject({ is: "found", rows: [{ id: "u1", email: "ada@example.com" }] });
    expect(await readUser(db, { id: "u1" })).toBeDefined();
    expect(await db.users.count()).toBe(1);
  });

  /** A host that sends 50 users a page at most. */
  const capped = (of: number, isTotalSent: boolean) =>
    played.on(usersCall, ({ query }) => {
      const skip = Number(query["skip"]);
      const users = Array.from({ length: of }, (_, n) => ({ _id: `u${n}`, username: "ada", email: `ada${n}@example.com` }));
      return { json: { users: users.slice(skip, skip + 50), ...(isTotalSent && { pagination: { total: of } }) } };
    });

  test.each([true, false])("[FIND-4] those after the host's first page are found, too; total sent: %j", async (isTotalSent) => {
    capped(120, isTotalSent);
    expect(await ask(({ email }) => email === "ada119@example.com")).toMatchObject({ is: "found", rows: [{ id: "u119" }] });
    expect((await ask(() => false)).is).toBe("notFound");
  });

  test("[USER-11] a user page says that the host doesn't know the user only where the whole search was read", async () => {
    const look = (id: string) => userFeed(host, db)({ id, username: "ada" }, stop.signal);
    capped(120, true);
    expect(await look("u119")).toEqual({ is: "done" });
    expect(await readUser(db, { id: "u119" })).toBeDefined();
    expect(await look("u120")).toEqual({ is: "odd" });
    capped(10_000, true);
    expect(await look("u9999")).toEqual({ is: "failed", message: undefined });
    played.on(usersCall, { status: 400, json: { message: "Too short" } });
    expect(await look("u1")).toEqual({ is: "failed", message: "Too short" });
  });

  test.each<[string, number, number | undefined, string]>([
    ["all that there are", 3, 3, "notFound"],
    ["fewer than were asked for", 199, undefined, "notFound"],
    ["nobody", 0, undefined, "notFound"],
    ["the same some of more again", 3, 4, "notAsked"],
    ["the same full page again, and doesn't say of how many", 200, undefined, "notAsked"],
  ])("[FIND-4] nobody is meant where the host sent %s", async (_, count, total, is) => {
    played.on(usersCall, people(count, total, is === "notFound"));
    expect((await ask(() => false)).is).toBe(is);
  });

  test("[FIND-4] a refusal is 'not asked'; a full device shows them all the same", async () => {
    played.on(usersCall, { status: 400, json: { message: "Too short" } });
    expect(await ask()).toEqual({ is: "notAsked", message: "Too short" });
    played.on(usersCall, people(2));
    db.close();
    expect((await ask()).is).toBe("found");
  });
});

describe("what the host has of a user now", () => {
  /** Makes the host answer about ada. */
  const knows = (more: object) => played.on(usersCall, { json: { users: [{ _id: "u1", email: "ada@example.com", ...more }] } });
  const askOwn = async (email: string, filter: TransactionFilter) =>
    askTransactionsOf(sync(), await askUser(sync(), email, stop.signal), filter, stop.signal);

  test("[FUND-6] balances are that user's, or none", async () => {
    played.on(walletsCall, { json: { email: "Ada@Example.com", balances: { btcBalance: "1.5" } } });
    expect(await askBalances(sync(), "ada@example.com", stop.signal)).toMatchObject({ is: "known", balances: { btcBalance: "1.5" } });
    expect(await db.wallets.count()).toBe(0);
    played.on(walletsCall, { json: { email: "bea@example.com", balances: { btcBalance: "9" } } });
    expect(await askBalances(sync(), "ada@example.com", stop.signal)).toEqual({ is: "failed", message: undefined });
    played.on(walletsCall, { status: 404, json: { message: "Nobody" } });
    expect(await askBalances(sync(), "ada@example.com", stop.signal)).toEqual({ is: "failed", message: "Nobody" });
  });

  test("[FUND-6] a host that seems out of reach is looked for first", async () => {
    host.reach.adopt({ is: "unreachable", since: 1, why: "host" });
    played.on(walletsCall, { json: { email: "ada@example.com", balances: {} } });
    expect((await askBalances(sync(), "ada@example.com", stop.signal)).is).toBe("known");
    expect(host.reach.state.is).toBe("reached");
  });

  test("[FUND-6] transactions are searched by the username, and only the user's own count", async () => {
    knows({ username: "ada" });
    played.on(
      filterCall,
      rows([row("t1", { username: "ADA" }), row("t2", { username: "ada2" }), row("t3", { username: "x", userId: "u1" })], false),
    );
    expect(await askOwn("Ada@example.com", { currency: "BTC" })).toMatchObject({
      is: "known",
      isWhole: true,
      rows: [{ id: "t1" }, { id: "t3" }],
    });
    expect(played.callsOf(filterCall)[0]?.query).toEqual({ currency: "BTC", searchTerm: "ada", page: "1", limit: "50" });
  });

  test("[FUND-6] a user whose name is part of others' rows is read page by page; none is said only at the end", async () => {
    knows({ username: "ada" });
    const pages = (last: number, own: number) =>
      played.on(filterCall, ({ query }) => {
        const page = Number(query["page"]);
        const others = Array.from({ length: 50 }, (_, n) => row(`p${page}-${n}`, { username: "adaobi" }));
        return rows(page === own ? [...others, row("own", { username: "ada" })] : others, page < last);
      });
    pages(3, 2);
    expect(await askLatest(sync(), "ada@example.com", "BTC", stop.signal)).toMatchObject({ is: "known", rows: [{ id: "own" }] });
    pages(3, 0);
    expect(await askLatest(sync(), "ada@example.com", "BTC", stop.signal)).toMatchObject({ is: "known", rows: [] });
    pages(Infinity, 0);
    expect(await askLatest(sync(), "ada@example.com", "BTC", stop.signal)).toEqual({ is: "failed", message: undefined });
    pages(Infinity, 2);
    expect(await askOwn("ada@example.com", {})).toMatchObject({ is: "known", isWhole: false, rows: [{ id: "own" }] });
  });

  test("[FUND-6] whether that was all is said only where the host says it, or has an empty page", async () => {
    knows({ username: "ada" });
    played.on(filterCall, rows([row("t1", { username: "ada" })]));
    expect(await askOwn("ada@example.com", {})).toMatchObject({ is: "known", isWhole: false, rows: [{ id: "t1" }] });
    played.on(filterCall, ({ query }) => rows(query["page"] === "1" ? [row("t1", { username: "ada" })] : []));
    expect(await askOwn("ada@example.com", {})).toMatchObject({ is: "known", isWhole: true, rows: [{ id: "t1" }] });
    played.on(filterCall, rows([]));
    expect(await askOwn("ada@example.com", {})).toMatchObject({ is: "known", isWhole: true, rows: [] });
  });

  test.each(["", undefined])(
    "[FUND-6] of a user whose username is %j they are searched by email and told by id alone",
    async (username) => {
      knows({ username });
      const others = [row("t1", { userId: "u2", username: "bea" }), row("t2", { username: "" }), row("t3")];
      played.on(filterCall, rows([...others, row("t4", { userId: "u1" })], false));
      expect(await askOwn("ada@example.com", {})).toMatchObject({ is: "known", rows: [{ id: "t4" }] });
      expect(played.callsOf(filterCall)[0]?.query["searchTerm"]).toBe("ada@example.com");
      for (const untold of [[row("t3")], []]) {
        played.on(filterCall, rows(untold, false));
        expect(await askOwn("ada@example.com", {})).toEqual({ is: "failed", message: undefined });
      }
    },
  );

  test("[FUND-6, APPR-5] those of a renamed user are searched by the name that the host has now", async () => {
    await putUsers(db, [{ id: "u1", email: "ada@example.com", username: "ada" }], 1);
    knows({ username: "ada_obi" });
    played.on(filterCall, ({ query }) => rows(query["searchTerm"] === "ada_obi" ? [row("t1", { userId: "u1" })] : [], false));
    expect(await askLatest(sync(), "ada@example.com", "BTC", stop.signal)).toMatchObject({ is: "known", rows: [{ id: "t1" }] });
  });

  test("[FUND-6, APPR-5] by a name that may be an old one, none is no answer, and some need not be all", async () => {
    await putUsers(db, [{ id: "u1", email: "ada@example.com", username: "ada" }], 1);
    played.on(usersCall, { status: 403, json: {} }).on(filterCall, rows([], false));
    expect(await askOwn("ada@example.com", {})).toEqual({ is: "failed", message: undefined });
    played.on(filterCall, rows([row("t1", { username: "ada" })], false));
    expect(await askOwn("ada@example.com", {})).toMatchObject({ is: "known", isWhole: false, rows: [{ id: "t1" }] });
  });

  test("[FUND-6] of an unknown user no transaction can be told", async () => {
    played.on(usersCall, { json: { users: [] } });
    played.on(filterCall, rows([row("t1", { userId: "u2", username: "bea" })], false));
    expect(await askLatest(sync(), "ada@example.com", "BTC", stop.signal)).toEqual({ is: "failed", message: undefined });
  });

  test("[FUND-6] the latest are five, in the host's order; a failure stays one", async () => {
    knows({ username: "ada" });
    played.on(
      filterCall,
      rows(
        Array.from({ length: 9 }, (_, n) => row(`t${n}`, { username: "ada" })),
        true,
      ),
    );
    const latest = await askLatest(sync(), "ada@example.com", "BTC", stop.signal);
    expect(latest.is === "known" && latest.rows.map(({ id }) => id)).toEqual(["t0", "t1", "t2", "t3", "t4"]);
    played.on(filterCall, { status: 400, json: { message: "No" } });
    expect(await askLatest(sync(), "ada@example.com", "BTC", stop.signal)).toEqual({ is: "failed", message: "No" });
  });
});

describe("the rows of a bulk funding", () => {
  const question = (n: number, about: BulkQuestion["about"] = "user"): BulkQuestion => ({ about, email: `u${n}@example.com` });
  let answers: string[];
  const ask = (questions: readonly BulkQuestion[], onAnswer: () => void = () => {}) => {
    answers = [];
    const hear = ({ about, email }: BulkQuestion, answer: string): void => {
      answers.push(`${about} ${email}: ${answer}`);
      onAnswer();
    };
    return askBulk(sync(), questions, hear, stop.signal);
  };

  test("[BULK-2] each question has its answer; what was found is kept", async () => {
    played
      .on(usersCall, ({ query }) => ({ json: { users: query["q"] === "u1@example.com" ? [{ _id: "u1", email: "U1@example.com" }] : [] } }))
      .on(walletsCall, ({ query }) =>
        query["email"] === "u1@example.com" ? { json: { balances: { btcBalance: 1 } } } : { status: 404, json: {} },
      );
    await ask([question(1), question(2), question(1, "balance"), question(2, "balance")]);
    expect(answers.toSorted()).toEqual([
      "balance u1@example.com: found",
      "balance u2@example.com: failed",
      "user u1@example.com: found",
      "user u2@example.com: none",
    ]);
    expect([await db.users.count(), await db.wallets.count()]).toEqual([1, 1]);
  });

  test("[BULK-2] at most two are asked at once, and none twice", async () => {
    let running = 0;
    let most = 0;
    played.on(usersCall, async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { json: { users: [] } };
    });
    await ask(Array.from({ length: 7 }, (_, n) => question(n)));
    expect(most).toBe(2);
    expect(new Set(answers).size).toBe(7);
    expect(answers).toHaveLength(7);
  });

  test("[BULK-2] no questions ask nothing", async () => {
    await ask([]);
    expect(played.calls).toEqual([]);
  });

  test("[BULK-2] an abort ends it without another word, a host out of reach after the answer at hand", async () => {
    played.on(usersCall, () => {
      stop.abort();
      return { json: { users: [] } };
    });
    await ask([question(1), question(2), question(3)]);
    expect(answers).toEqual([]);
    stop = new AbortController();
    played.on(usersCall, { json: { users: [] } });
    await ask(
      Array.from({ length: 7 }, (_, n) => question(n)),
      () => host.reach.adopt({ is: "unreachable", since: 1, why: "host" }),
    );
    expect(answers.length).toBeLessThanOrEqual(2);
  });

  test("[BULK-2] an answer that the device can't keep is a failure, and the next is asked", async () => {
    played.on(walletsCall, { json: { balances: {} } }).on(usersCall, { json: { users: [] } });
    db.wallets.hook("creating", () => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await ask([question(1, "balance"), question(2)]);
    expect(answers.toSorted()).toEqual(["balance u1@example.com: failed", "user u2@example.com: none"]);
  });
});

import Big from "big.js";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { AuditAction } from "../../src/contract/actions.ts";
import type { SlipOperation } from "../../src/contract/approvals.ts";
import type { FundCurrency } from "../../src/contract/currencies.ts";
import { firstPolicy } from "../approvals/policy.ts";
import { type SlipRow, decide, digestOf, expireSlips } from "../approvals/slips.ts";
import { writeEntry } from "../audit/write-entry.ts";
import type { Db } from "../db/connection.ts";
import { secrets, slips, users } from "../db/schema.ts";
import { demoAdmin } from "../first-admin.ts";
import { newId } from "../ids.ts";
import { postFunding } from "../ledger/post-funding.ts";
import type { UserRow } from "../queries/users.ts";
import { type AdminRow, actorOf, addAdmin, findAdmin } from "../sessions/admins.ts";
import { permissionsOf } from "../sessions/permissions.ts";
import type { PinCost } from "../sessions/pins.ts";

const hourMs = 3600 * 1000;
const name = "demo-slips";
/** The record's value until the slips are loaded; from then on, the time of the loading. */
const wanted = "wanted";

/** Who decides on the first admin's slips. */
export const secondAdmin = { email: "second@example.com", adminName: "Bola Adeyemi", role: "super_admin" } as const;

/** Who works beside the first admin, under the same PIN, on loopback only, too. */
const colleagues = [secondAdmin, { email: "support@example.com", adminName: "Amara Okafor", role: "admin" }] as const;

type Fate = "open" | "executed" | "refused" | "withdrawn" | "expired" | "reversed";

interface Demo {
  readonly fate: Fate;
  readonly hoursAgo: number;
  /** Places in the lists of admins and users. */
  readonly maker: number;
  readonly checker?: number;
  readonly user: number;
  readonly operation?: SlipOperation;
  readonly currency: FundCurrency;
  readonly amount: string;
  readonly reason: string;
  readonly note?: string;
  readonly decisionNote?: string;
}

/** In the order in which they were made; each was decided before the next. */
const demos: readonly Demo[] = [
  {
    fate: "expired",
    hoursAgo: 75,
    maker: 2,
    user: 5,
    currency: "NGNB",
    amount: "1850000",
    reason: "refund",
    note: "Card refund of last week",
  },
  {
    fate: "executed",
    hoursAgo: 49,
    maker: 2,
    checker: 1,
    user: 0,
    currency: "NGNB",
    amount: "2400000",
    reason: "missing_deposit",
    note: "The bank confirmed the transfer, ref. 88213",
  },
  {
    fate: "refused",
    hoursAgo: 40,
    maker: 2,
    checker: 1,
    user: 1,
    currency: "USDT",
    amount: "5000",
    reason: "promotion",
    decisionNote: "The promotion ended in October",
  },
  {
    fate: "withdrawn",
    hoursAgo: 30,
    maker: 1,
    user: 2,
    currency: "BTC",
    amount: "0.25",
    reason: "missing_deposit",
    note: "Wrong user, sorry",
  },
  {
    fate: "reversed",
    hoursAgo: 26,
    maker: 0,
    checker: 1,
    user: 3,
    currency: "NGNB",
    amount: "1200000",
    reason: "correction",
    note: "Credited to the wrong account",
  },
  {
    fate: "open",
    hoursAgo: 7,
    maker: 2,
    user: 4,
    currency: "NGNB",
    amount: "3500000",
    reason: "missing_deposit",
    note: "Deposit of Friday, slip attached to the ticket",
  },
  {
    fate: "open",
    hoursAgo: 3,
    maker: 1,
    user: 0,
    currency: "USDT",
    amount: "2000",
    reason: "chargeback",
    note: "Chargeback won on appeal",
  },
  {
    fate: "open",
    hoursAgo: 1,
    maker: 0,
    user: 6,
    currency: "ETH",
    amount: "1.5",
    reason: "other",
    note: "Agreed with compliance by phone",
  },
];

interface Cast {
  readonly tx: Db;
  readonly people: readonly UserRow[];
  readonly staff: readonly AdminRow[];
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place % Math.max(1, list.length)];
  if (found === undefined) throw new Error("The demonstration has too few users or admins.");
  return found;
}

const tell = (tx: Db, action: AuditAction, actor: AdminRow, slip: SlipRow, message: string, when: Date, more: object = {}) =>
  writeEntry(
    tx,
    {
      action,
      actor: actorOf(actor),
      address: "192.0.2.10",
      target: slip.email,
      after: { slip: slip.id, operation: slip.operation, amount: slip.amount, currency: slip.currency, digest: slip.digest, ...more },
    },
    { status: action === "makeSlip" ? 201 : 200, message },
    when,
  );

async function make({ tx, people, staff }: Cast, demo: Demo, madeAt: Date, reverses: string | null): Promise<SlipRow> {
  const [user, maker] = [at(people, demo.user), at(staff, demo.maker)];
  const terms = {
    id: newId(madeAt),
    operation: demo.operation ?? ("fund" as const),
    userId: user.id,
    email: user.email,
    currency: demo.currency,
    amount: demo.amount,
    reason: demo.reason,
    note: demo.note ?? null,
    reverses,
    makerId: maker.id,
    madeAt,
    expiresAt: new Date(madeAt.getTime() + firstPolicy.expiresAfterHours * hourMs),
  };
  const [slip] = await tx
    .insert(slips)
    .values({ ...terms, digest: digestOf(terms) })
    .returning();
  if (slip === undefined) throw new Error("A slip of the demonstration was not kept.");
  await tell(tx, "makeSlip", maker, slip, "It waits for a second admin", madeAt);
  return slip;
}

async function execute({ tx, people, staff }: Cast, slip: SlipRow, demo: Demo, when: Date): Promise<string> {
  const checker = at(staff, demo.checker ?? 1);
  const { operation, currency, reason, note, reverses } = slip;
  const amount = new Big(slip.amount);
  const posting = { operation, user: at(people, demo.user), currency, amount, reason, note, reverses, now: when };
  const { reference, newBalance } = await postFunding(tx, { ...posting, slipId: slip.id, adminId: checker.id });
  await decide(tx, slip.id, { state: "executed", checkerId: checker.id, decidedAt: when, reference, newBalance: newBalance.toFixed() });
  await tell(tx, "approveSlip", checker, slip, "Approved", when, { reference, available: newBalance.toFixed() });
  return reference;
}

async function stage(cast: Cast, demo: Demo, madeAt: Date): Promise<void> {
  const { tx, staff } = cast;
  const slip = await make(cast, demo, madeAt, null);
  const decidedAt = new Date(madeAt.getTime() + 0.4 * hourMs);
  const checker = at(staff, demo.checker ?? 1);
  switch (demo.fate) {
    case "open":
      return;
    case "expired":
      return expireSlips(tx, slip.expiresAt);
    case "executed":
      await execute(cast, slip, demo, decidedAt);
      return;
    case "reversed": {
      const reference = await execute(cast, slip, demo, decidedAt);
      const back: Demo = { ...demo, operation: "deduct", note: "Takes back what went to the wrong account" };
      const later = (minutes: number) => new Date(decidedAt.getTime() + minutes * 60_000);
      await execute(cast, await make(cast, back, later(20), reference), back, later(35));
      return;
    }
    case "refused": {
      const decisionNote = demo.decisionNote ?? "";
      await decide(tx, slip.id, { state: "refused", checkerId: checker.id, decidedAt, decisionNote });
      return tell(tx, "refuseSlip", checker, slip, "Refused", decidedAt, { decisionNote });
    }
    case "withdrawn":
      await decide(tx, slip.id, { state: "withdrawn", decidedAt });
      return tell(tx, "withdrawSlip", at(staff, demo.maker), slip, "Withdrawn", decidedAt);
  }
}

/** Notes that a new database is to get slips; `loadDemoSlips` makes them once the first admin exists. */
export async function wantDemoSlips(tx: Db): Promise<void> {
  await tx.insert(secrets).values({ name, value: wanted });
}

/** Adds two more admins, and slips in every state, to a database noted by `wantDemoSlips`. Once, and all or nothing. */
export async function loadDemoSlips(db: Db, cost: PinCost, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const first = await tx
      .update(secrets)
      .set({ value: now.toISOString() })
      .where(and(eq(secrets.name, name), eq(secrets.value, wanted)))
      .returning();
    const boss = await findAdmin(tx, demoAdmin.email);
    const people = await tx.select().from(users).where(isNull(users.deletedAt)).orderBy(asc(users.createdAt)).limit(7);
    if (first.length === 0 || boss === undefined) return;
    const staff = [boss];
    for (const one of colleagues) {
      const added = await addAdmin(tx, { ...one, pin: demoAdmin.pin, permissions: permissionsOf[one.role], demo: true }, cost, now);
      if (added !== undefined) staff.push(added);
    }
    if (people.length === 0) return;
    for (const demo of demos) await stage({ tx, people, staff }, demo, new Date(now.getTime() - demo.hoursAgo * hourMs));
  });
}

/** How to sign in as who decides on the slips of the demonstration's first admin; empty unless both are as the demonstration has them. */
export async function secondLine(db: Db): Promise<string> {
  const both = await Promise.all([demoAdmin, secondAdmin].map(({ email }) => findAdmin(db, email)));
  const unchanged = both.every((one) => one?.demo === true && one.active && one.role === "super_admin");
  return unchanged ? ` Who decides on its slips is ${secondAdmin.email}, under the same PIN.` : "";
}

/** Whether the database was begun as a demonstration with slips; older demonstrations have none. */
export async function beganWithApprovals(db: Db): Promise<boolean> {
  const [row] = await db.select({ name: secrets.name }).from(secrets).where(eq(secrets.name, name));
  return row !== undefined;
}

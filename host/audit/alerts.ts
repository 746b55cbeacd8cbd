import Big from "big.js";
import { and, count, desc, eq, gte, sql } from "drizzle-orm";
import type { AuditAction } from "../../src/contract/actions.ts";
import type { AuditAlert } from "../../src/contract/audit.ts";
import type { Db } from "../db/connection.ts";
import { auditLog } from "../db/schema.ts";
import type { Draft, Ending, Moved } from "./draft.ts";

/** Refused sign-ins are counted over this time, in ms. */
const signInWindowMs = 15 * 60_000;
/** So many refused sign-ins for one email, or from one address, are an alert; so is every further such number. */
const perEmail = 5;
const perAddress = 10;

/** A funding is measured by the admin's latest ones in its currency: at least this many, at most that many. */
const fewestFundings = 3;
const mostFundings = 50;
/** So many times the median is far above. */
const farAbove = 10;

/** A rate that moves by more than this share of what it was is an alert. */
const movedShare = "0.1";
/** A percentage that moves by more points than this is one. */
const movedPoints = 10;

const rates = new Set<AuditAction>(["setOnrampRate", "setOfframpRate", "setFee", "editGiftCardRate", "bulkGiftCardRates"]);
const percentages = new Set<AuditAction>(["setMarkup", "setMarkdown"]);
const figureNames = ["value", "rate", "physicalRate", "ecodeRate", "networkFee"];

const numberIn = (fields: Moved["before"], name: string): Big | undefined => {
  const value = fields?.[name];
  return typeof value === "string" || typeof value === "number" ? new Big(value) : undefined;
};

function hasMoved(moved: readonly Moved[], isFar: (before: Big, after: Big) => boolean): boolean {
  return moved.some(({ before, after }) =>
    figureNames.some((name) => {
      const [was, is] = [numberIn(before, name), numberIn(after, name)];
      return was !== undefined && is !== undefined && isFar(was, is);
    }),
  );
}

const byShare = (was: Big, is: Big): boolean => is.minus(was).abs().gt(was.abs().times(movedShare));
const byPoints = (was: Big, is: Big): boolean => is.minus(was).abs().gt(movedPoints);

const rank = (role: unknown): number => ["moderator", "admin", "super_admin"].indexOf(String(role));

/** Whether an admin got a higher role, or a permission more. */
function isRaised({ before, after }: Moved): boolean {
  const granted = (fields: Moved["before"]): readonly string[] => {
    const permissions: unknown = fields?.["permissions"];
    return typeof permissions === "object" && permissions !== null
      ? Object.entries(permissions).flatMap(([name, value]) => (value === true ? [name] : []))
      : [];
  };
  const had = new Set(granted(before));
  return rank(after?.["role"]) > rank(before?.["role"]) || granted(after).some((name) => !had.has(name));
}

async function isRefusedSignIns(tx: Db, { actor, address }: Draft, now: Date): Promise<boolean> {
  const recent = and(
    eq(auditLog.action, "signIn"),
    eq(auditLog.outcome, "refused"),
    gte(auditLog.at, new Date(now.getTime() - signInWindowMs)),
  );
  const [before] = await tx
    .select({
      email: count(sql`case when lower(${auditLog.actor}) = ${actor.email?.toLowerCase() ?? ""} then 1 end`),
      address: count(sql`case when ${auditLog.address} = ${address} then 1 end`),
    })
    .from(auditLog)
    .where(recent);
  const email = actor.email === null ? 0 : (before?.email ?? 0) + 1;
  return (email > 0 && email % perEmail === 0) || ((before?.address ?? 0) + 1) % perAddress === 0;
}

const fieldOf = (value: unknown, name: string): string | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const field: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof field === "string" ? field : undefined;
};

async function isLargeFunding(tx: Db, { actor, asked }: Draft): Promise<boolean> {
  const [currency, amount] = [fieldOf(asked, "currency"), fieldOf(asked, "amount")];
  if (actor.id === null || currency === undefined || amount === undefined) return false;
  const earlier = await tx
    .select({ amount: sql<string>`${auditLog.asked} ->> 'amount'` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, actor.id),
        eq(auditLog.action, "fund"),
        eq(auditLog.outcome, "done"),
        sql`${auditLog.asked} ->> 'currency' = ${currency}`,
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(mostFundings);
  if (earlier.length < fewestFundings) return false;
  const sizes = earlier.map((row) => new Big(row.amount)).sort((a, b) => a.cmp(b));
  const median = sizes[Math.floor((sizes.length - 1) / 2)];
  return median !== undefined && new Big(amount).gt(median.times(farAbove));
}

/** Which rule of docs/audit.md makes this an alert; null: none. Called with the log's head held, before the entry is written. */
export async function alertOf(tx: Db, draft: Draft, outcome: string, now: Date): Promise<AuditAlert | null> {
  const { action, moved = [] } = draft;
  if (action === "brokenChain") return "brokenChain";
  if (action === "signIn" && outcome === "refused") return (await isRefusedSignIns(tx, draft, now)) ? "refusedSignIns" : null;
  if (outcome !== "done") return null;
  if (action === "fund") return (await isLargeFunding(tx, draft)) ? "largeFunding" : null;
  if (action === "changeAdmin") return moved.some(isRaised) ? "raisedRole" : null;
  if (action === "createAdmin") return fieldOf(draft.asked, "role") === "super_admin" ? "raisedRole" : null;
  if (rates.has(action)) return hasMoved(moved, byShare) ? "movedRate" : null;
  if (percentages.has(action)) return hasMoved(moved, byPoints) ? "movedRate" : null;
  return null;
}

/** What a status says of how it ended. */
export const outcomeOf = ({ status }: Ending): "done" | "refused" | "failed" =>
  status < 400 ? "done" : status < 500 ? "refused" : "failed";

import { and, desc, eq, lte } from "drizzle-orm";
import type { BodyIn } from "../http/call-types.ts";
import { type changePolicy, otherReason, policyText, slipOperations } from "../../src/contract/approvals.ts";
import { type FundCurrency, fundCurrencies } from "../../src/contract/currencies.ts";
import { toDecimal } from "../../src/contract/decimal.ts";
import { digest } from "../audit/write-entry.ts";
import type { Db } from "../db/connection.ts";
import { approvalPolicies } from "../db/schema.ts";
import { badField } from "../http/refusal.ts";

export type Policy = BodyIn<typeof changePolicy>;
export type ProposalRow = typeof approvalPolicies.$inferSelect;

/** ₦1,000,000, and roughly its equivalent in each currency. */
const above: Readonly<Record<FundCurrency, string>> = {
  BTC: "0.01",
  ETH: "0.2",
  SOL: "4",
  USDT: "650",
  USDC: "650",
  BNB: "1",
  MATIC: "1250",
  TRX: "5000",
  NGNB: "1000000",
};

/** In force until two super_admins agree on another policy. */
export const firstPolicy: Policy = {
  rules: slipOperations.flatMap((operation) =>
    fundCurrencies.map((currency) => ({ operation, currency, above: toDecimal(above[currency]) })),
  ),
  reasons: [
    { code: "missing_deposit", label: "A deposit that didn't arrive" },
    { code: "refund", label: "Refund" },
    { code: "correction", label: "Correction of a mistake" },
    { code: "promotion", label: "Promotion or bonus" },
    { code: "chargeback", label: "Chargeback or fraud" },
    { code: otherReason, label: "Other" },
  ],
  expiresAfterHours: 24,
  signing: "none",
};

export async function policyInForce(db: Db): Promise<Policy> {
  const [row] = await db
    .select({ policy: approvalPolicies.policy })
    .from(approvalPolicies)
    .where(eq(approvalPolicies.state, "executed"))
    .orderBy(desc(approvalPolicies.place))
    .limit(1);
  return row?.policy ?? firstPolicy;
}

/** The open, unexpired proposal, if any; `hold` locks its row until the transaction ends. */
export async function openProposal(db: Db, now: Date, hold: boolean): Promise<ProposalRow | undefined> {
  const query = db.select().from(approvalPolicies).where(eq(approvalPolicies.state, "open"));
  const [row] = await (hold ? query.for("update") : query);
  return row !== undefined && row.expiresAt > now ? row : undefined;
}

/** Marks overdue proposals as expired. */
export async function expireProposals(tx: Db, now: Date): Promise<void> {
  await tx
    .update(approvalPolicies)
    .set({ state: "expired", decidedAt: now })
    .where(and(eq(approvalPolicies.state, "open"), lte(approvalPolicies.expiresAt, now)));
}

type Terms = Pick<ProposalRow, "id" | "policy" | "makerId" | "madeAt" | "expiresAt">;

/** The digest that the second super_admin must send back (docs/receipts.md). */
export const proposalDigest = ({ id, policy, makerId, madeAt, expiresAt }: Terms): string =>
  digest(policyText({ id, policy, maker: { id: makerId }, madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString() }));

/** Throws 400 for a reason that isn't in the policy, or a missing note that the reason requires (APPR-2). */
export function requireReason({ reasons }: Policy, { reason, note }: { reason?: string | undefined; note?: string | undefined }): void {
  if (reasons.length === 0) return;
  if (reason === undefined) throw badField("reason", "is missing");
  if (!reasons.some(({ code }) => code === reason)) throw badField("reason", "is not one of this host's reasons");
  if (reason === otherReason && (note ?? "") === "") throw badField("note", `is missing: the reason "${otherReason}" needs one`);
}

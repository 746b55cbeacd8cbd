import Big from "big.js";
import type { SlipOperation } from "../../src/contract/approvals.ts";
import { deductUser, fundUser } from "../../src/contract/funding.ts";
import { wipePending } from "../../src/contract/wallets.ts";
import { requireBelowLimit } from "../approvals/limit.ts";
import { policyInForce, requireReason } from "../approvals/policy.ts";
import { type Mutation, type Router, mutationCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import type { Deps } from "../deps.ts";
import { type Moved, move } from "../ledger/movements.ts";
import { postFunding } from "../ledger/post-funding.ts";
import { requireBelowCeiling, worthUsd } from "../ledger/worth.ts";
import { lockUserByEmail } from "../queries/find-user.ts";
import type { Note } from "../audit/draft.ts";
import { wireAmount } from "../wire.ts";

type Funding = Mutation<typeof fundUser>;

/** Logs the balance before and after. */
function noteBalance({ note }: { note: Note }, target: string, currency: string, kind: "available" | "pending", moved: Moved): void {
  const before = { currency, [kind]: moved.newBalance.minus(moved.amount).toFixed() };
  note({ target, before, after: { currency, [kind]: moved.newBalance.toFixed(), reference: moved.reference } });
}

async function fund(request: Funding, operation: SlipOperation, deps: Deps): Promise<object> {
  const { tx, body, admin, now } = request;
  const { currency, reason, note, reverses } = body;
  const amount = new Big(body.amount);
  if (operation === "fund") {
    const worth = await worthUsd(tx, currency, amount);
    requireBelowCeiling(worth, deps.fundCeilingUsd);
    request.note(worth === undefined ? {} : { worthUsd: worth.toFixed(), alertAboveUsd: deps.fundAlertUsd });
  }
  const policy = deps.approvals ? await policyInForce(tx) : undefined;
  if (policy !== undefined) requireReason(policy, body);
  const user = await lockUserByEmail(tx, body.email, "share");
  const posting = { operation, user, currency, amount, adminId: admin.id, now };
  const posted = await postFunding(
    tx,
    policy === undefined
      ? posting
      : {
          ...posting,
          reason,
          note: note || null,
          reverses,
          allow: () => requireBelowLimit(tx, policy, { ...posting, userId: user.id }),
        },
  );
  noteBalance(request, user.email, currency, "available", posted);
  const done = operation === "fund" ? `Funded ${user.email} with` : `Deducted from ${user.email}`;
  return {
    success: true,
    message: `${done} ${amount.toFixed()} ${currency}`,
    data: {
      newBalance: wireAmount(posted.newBalance.toFixed()),
      currency,
      transactionId: posted.transactionId,
      reference: posted.reference,
    },
  };
}

/** Funding, deduction and wiping pending balances (D2 §7); each is one ledger entry. */
export function fundingCalls(router: Router): void {
  mutationCall(router, fundUser, { needs: "canFundUsers" }, (request) => fund(request, "fund", router.deps));
  mutationCall(router, deductUser, { needs: "canFundUsers" }, (request) => fund(request, "deduct", router.deps));

  mutationCall(router, wipePending, { needs: "canManageWallets" }, async (request) => {
    const { tx, admin, now } = request;
    const { email, currency } = request.body;
    const user = await lockUserByEmail(tx, email, "share");
    const moved = await move(tx, {
      purpose: "wipe",
      userId: user.id,
      kind: "pending",
      currency,
      adminId: admin.id,
      now,
      amount: (balance) => {
        if (balance.eq(0)) throw new Refusal(409, `${user.email} has no pending ${currency} balance`, { field: "currency" });
        return balance.times(-1);
      },
    });
    noteBalance(request, user.email, currency, "pending", moved);
    const wiped = moved.amount.times(-1).toFixed();
    return {
      success: true,
      message: `Pending balance wiped: ${wiped} ${currency} of ${user.email}`,
      data: { wiped: wireAmount(wiped), currency, reference: moved.reference },
    };
  });
}

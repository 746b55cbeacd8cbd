import Big from "big.js";
import { deductUser, fundUser } from "../../src/contract/funding.ts";
import { wipePending } from "../../src/contract/wallets.ts";
import { transactions } from "../db/schema.ts";
import { type Mutation, type Router, mutationCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import type { Deps } from "../deps.ts";
import { newId } from "../ids.ts";
import { type Moved, move } from "../ledger/movements.ts";
import { requireBelowCeiling, worthUsd } from "../ledger/worth.ts";
import { lockUserByEmail } from "../queries/find-user.ts";
import type { Note } from "../audit/draft.ts";
import type { UserRow } from "../queries/users.ts";
import { wireAmount } from "../wire.ts";

type Funding = Mutation<typeof fundUser>;

/** Shows a funding or deduction in the feed, as the deposit or withdrawal that it is to the user. */
async function show({ tx, body, now }: Funding, user: UserRow, moved: Moved): Promise<string> {
  const id = newId(now);
  await tx.insert(transactions).values({
    id,
    userId: user.id,
    username: user.username,
    type: moved.amount.lt(0) ? "WITHDRAWAL" : "DEPOSIT",
    status: "COMPLETED",
    currency: body.currency,
    amount: moved.amount.toFixed(),
    reference: moved.reference,
    createdAt: now,
    updatedAt: now,
  });
  return id;
}

/** The log tells the balance before and after. */
function noteBalance({ note }: { note: Note }, target: string, currency: string, kind: "available" | "pending", moved: Moved): void {
  const before = { currency, [kind]: moved.newBalance.minus(moved.amount).toFixed() };
  note({ target, before, after: { currency, [kind]: moved.newBalance.toFixed(), reference: moved.reference } });
}

async function fund(request: Funding, purpose: "funding" | "deduction", deps: Deps): Promise<object> {
  const { tx, body, admin, now } = request;
  const { currency } = body;
  const asked = new Big(body.amount);
  if (purpose === "funding") {
    const worth = await worthUsd(tx, currency, asked);
    requireBelowCeiling(worth, deps.fundCeilingUsd);
    request.note(worth === undefined ? {} : { worthUsd: worth.toFixed(), alertAboveUsd: deps.fundAlertUsd });
  }
  const user = await lockUserByEmail(tx, body.email, "share");
  const moved = await move(tx, {
    purpose,
    userId: user.id,
    kind: "available",
    currency,
    adminId: admin.id,
    now,
    amount: (balance) => {
      if (purpose === "funding") return asked;
      if (balance.lt(asked)) {
        const message = `${user.email} has ${balance.toFixed()} ${currency}; ${asked.toFixed()} ${currency} can't be deducted`;
        throw new Refusal(409, message, { data: { balance: wireAmount(balance.toFixed()), currency } });
      }
      return asked.times(-1);
    },
  });
  noteBalance(request, user.email, currency, "available", moved);
  const transactionId = await show(request, user, moved);
  const done = purpose === "funding" ? `Funded ${user.email} with` : `Deducted from ${user.email}`;
  return {
    success: true,
    message: `${done} ${asked.toFixed()} ${currency}`,
    data: { newBalance: wireAmount(moved.newBalance.toFixed()), currency, transactionId, reference: moved.reference },
  };
}

/** Money: funding, deduction and the wiping of pending balances (D2 §7), each one entry of the ledger. */
export function fundingCalls(router: Router): void {
  mutationCall(router, fundUser, { needs: "canFundUsers" }, (request) => fund(request, "funding", router.deps));
  mutationCall(router, deductUser, { needs: "canFundUsers" }, (request) => fund(request, "deduction", router.deps));

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

import { and, asc, eq, sql } from "drizzle-orm";
import { cryptoFees as listFees, oneCryptoFee, renameNetwork, updateCryptoFee } from "../../src/contract/fees.ts";
import type { Db } from "../db/connection.ts";
import { cryptoFees } from "../db/schema.ts";
import { recordChanges } from "../figures/history.ts";
import { type Router, adminCall, mutationCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import type { SignedIn } from "../sessions/require-admin.ts";
import { wireAmount } from "../wire.ts";

type Fee = typeof cryptoFees.$inferSelect;

const wireFee = (fee: Fee): object => ({ ...fee, networkFee: wireAmount(fee.networkFee), updatedAt: fee.updatedAt.toISOString() });

const isFee = (currency: string, network: string) =>
  and(eq(cryptoFees.currency, currency.toUpperCase()), eq(sql`lower(${cryptoFees.network})`, network.toLowerCase()));

const noFee = (currency: string, network: string): Refusal =>
  new Refusal(404, `There is no fee for ${currency} on ${network}`, { field: "network" });

async function change(
  tx: Db,
  { currency, network }: { currency: string; network: string },
  set: Partial<Pick<Fee, "networkName" | "networkFee">>,
  admin: SignedIn,
  now: Date,
): Promise<Fee> {
  const [before] = await tx.select().from(cryptoFees).where(isFee(currency, network)).for("update");
  if (before === undefined) throw noFee(currency, network);
  const [after = before] = await tx
    .update(cryptoFees)
    .set({ ...set, updatedAt: now, updatedBy: admin.name })
    .where(isFee(currency, network))
    .returning();
  const told = ({ networkName, networkFee }: Fee): Record<string, unknown> => ({ networkName, networkFee });
  const subject = `fee/${before.currency}/${before.network}`;
  await recordChanges(tx, [{ subject, before: told(before), after: told(after) }], admin.id, now);
  return after;
}

/** Network fees in USD (D1 §7). A fee that doesn't exist is not made by changing it. */
export function feeCalls(router: Router): void {
  const { db } = router.deps;
  const needs = "canManageFees";

  adminCall(router, listFees, {}, async () => {
    const fees = await db.select().from(cryptoFees).orderBy(asc(cryptoFees.currency), asc(cryptoFees.network));
    return { success: true, data: fees.map(wireFee) };
  });

  adminCall(router, oneCryptoFee, {}, async ({ params: { currency = "", network = "" } }) => {
    const [fee] = await db.select().from(cryptoFees).where(isFee(currency, network));
    if (fee === undefined) throw noFee(currency, network);
    return { success: true, data: wireFee(fee) };
  });

  mutationCall(router, updateCryptoFee, { needs }, async ({ tx, body, admin, now }) => {
    const { networkName, networkFee } = body;
    const fee = await change(tx, body, { networkName, networkFee }, admin, now);
    return { success: true, message: "Crypto fee updated", data: wireFee(fee) };
  });

  mutationCall(router, renameNetwork, { needs }, async ({ tx, body, admin, now }) => {
    const fee = await change(tx, body, { networkName: body.networkName }, admin, now);
    return { success: true, message: "Network name updated", data: wireFee(fee) };
  });
}

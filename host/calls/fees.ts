import { and, asc, eq, sql } from "drizzle-orm";
import { cryptoFees as listFees, oneCryptoFee, renameNetwork, updateCryptoFee } from "../../src/contract/fees.ts";
import { cryptoFees } from "../db/schema.ts";
import { type Changing, recordChanges } from "../figures/history.ts";
import { type Router, adminCall, mutationCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import { wireAmount } from "../wire.ts";

type Fee = typeof cryptoFees.$inferSelect;

/** A fee on the wire (D1 §3). */
export const wireFee = (fee: Fee): object => ({ ...fee, networkFee: wireAmount(fee.networkFee), updatedAt: fee.updatedAt.toISOString() });

const isFee = (currency: string, network: string) =>
  and(eq(cryptoFees.currency, currency.toUpperCase()), eq(sql`lower(${cryptoFees.network})`, network.toLowerCase()));

const noFee = (currency: string, network: string): Refusal =>
  new Refusal(404, `There is no fee for ${currency} on ${network}`, { field: "network" });

async function change(
  changing: Changing,
  { currency, network }: { currency: string; network: string },
  set: Partial<Pick<Fee, "networkName" | "networkFee">>,
): Promise<Fee> {
  const { tx, admin, now } = changing;
  const [before] = await tx.select().from(cryptoFees).where(isFee(currency, network)).for("update");
  if (before === undefined) throw noFee(currency, network);
  const [after = before] = await tx
    .update(cryptoFees)
    .set({ ...set, updatedAt: now, updatedBy: admin.name })
    .where(isFee(currency, network))
    .returning();
  const told = ({ networkName, networkFee }: Fee): Record<string, unknown> => ({ networkName, networkFee });
  const subject = `fee/${before.currency}/${before.network}`;
  await recordChanges(changing, [{ subject, before: told(before), after: told(after) }]);
  return after;
}

/** Network fees in USD (D1 §7). Changing a fee that doesn't exist doesn't create it. */
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

  mutationCall(router, updateCryptoFee, { needs }, async (request) => {
    const { networkName, networkFee } = request.body;
    const fee = await change(request, request.body, { networkName, networkFee });
    return { success: true, message: "Crypto fee updated", data: wireFee(fee) };
  });

  mutationCall(router, renameNetwork, { needs }, async (request) => {
    const fee = await change(request, request.body, { networkName: request.body.networkName });
    return { success: true, message: "Network name updated", data: wireFee(fee) };
  });
}

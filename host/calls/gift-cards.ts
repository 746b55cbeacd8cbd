import Big from "big.js";
import { eq, sql } from "drizzle-orm";
import {
  bulkGiftCardRates,
  createGiftCardRate,
  deleteGiftCardRate,
  giftCardRates as listRates,
  updateGiftCardRate,
} from "../../src/contract/gift-cards.ts";
import type { Db } from "../db/connection.ts";
import { giftCardRates } from "../db/schema.ts";
import { storeInBulk } from "../figures/bulk-gift-cards.ts";
import { type RateRow, columnsOf, findRates, toldRate, wireGiftCardRate } from "../figures/gift-cards.ts";
import { recordChanges } from "../figures/history.ts";
import { type Router, adminCall, mutationCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import { newId } from "../ids.ts";

const defaults = { page: "1", limit: "20" };

async function lockRate(tx: Db, id: string): Promise<RateRow> {
  // Lock the table before the row, as a bulk upload does; the other order could deadlock.
  await tx.execute(sql`lock table gift_card_rates in row exclusive mode`);
  const [row] = await tx.select().from(giftCardRates).where(eq(giftCardRates.id, id)).for("update");
  if (row === undefined) throw new Refusal(404, "There is no such gift card rate", { field: "id" });
  return row;
}

/** Gift card rates: list, create, edit, delete, bulk (D2 §7). Every change is kept in the history. */
export function giftCardCalls(router: Router): void {
  const { reads } = router.deps;
  const needs = "canManageFees";

  adminCall(router, listRates, { defaults }, async ({ query: { page = 1, limit = 20, ...filter } }) => {
    const { rows, total } = await reads((db) => findRates(db, { page, limit, ...filter }));
    const pagination = { currentPage: page, totalPages: Math.max(1, Math.ceil(total / limit)), total, limit };
    return { success: true, data: { rates: rows.map(wireGiftCardRate), pagination } };
  });

  mutationCall(router, createGiftCardRate, { needs }, async (request) => {
    const { tx, admin, now } = request;
    const columns = columnsOf(request.body);
    const [row] = await tx
      .insert(giftCardRates)
      .values({ id: newId(now), ...columns, createdAt: now, updatedAt: now, updatedBy: admin.name })
      .onConflictDoNothing()
      .returning();
    if (row === undefined) {
      const named = [columns.cardType, columns.country, columns.vanillaType].filter((part) => part !== "").join(", ");
      throw new Refusal(409, `A rate for ${named} exists already`, { field: "cardType" });
    }
    await recordChanges(request, [{ subject: `gift-card/${row.id}`, before: null, after: toldRate(row) }]);
    return { success: true, message: "Gift card rate created successfully", data: wireGiftCardRate(row) };
  });

  mutationCall(router, updateGiftCardRate, { needs }, async (request) => {
    const { tx, body, admin, now } = request;
    const { id = "" } = request.params;
    const before = await lockRate(tx, id);
    const rate = body.rate === undefined ? {} : { rate: body.rate, rateDisplay: new Big(body.rate).toFixed() };
    const [after = before] = await tx
      .update(giftCardRates)
      .set({ ...rate, notes: body.notes, isActive: body.isActive, updatedAt: now, updatedBy: admin.name })
      .where(eq(giftCardRates.id, id))
      .returning();
    await recordChanges(request, [{ subject: `gift-card/${id}`, before: toldRate(before), after: toldRate(after) }]);
    return { success: true, message: "Rate updated", data: wireGiftCardRate(after) };
  });

  mutationCall(router, deleteGiftCardRate, { needs }, async (request) => {
    const { tx } = request;
    const { id = "" } = request.params;
    const before = await lockRate(tx, id);
    await tx.delete(giftCardRates).where(eq(giftCardRates.id, id));
    await recordChanges(request, [{ subject: `gift-card/${id}`, before: toldRate(before), after: null }]);
    return { success: true, message: "Rate deleted" };
  });

  mutationCall(router, bulkGiftCardRates, { needs, mostMegabytes: 16 }, async (request) => {
    const { added, changed, unchanged } = await storeInBulk(request, request.body.rates);
    return {
      success: true,
      message: `Bulk rates uploaded successfully: ${added} new, ${changed} changed, ${unchanged} unchanged`,
      details: [],
    };
  });
}

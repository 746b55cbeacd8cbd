import type { CryptoFee } from "../../contract/fees.ts";
import { type Database, readState, type StateRecords, writeState } from "../store/database.ts";
import { figureNames, type FigurePoint, notePoints } from "./figures.ts";
import { noteFetched } from "../store/freshness.ts";
import { goneAfter } from "../store/gone.ts";

const keyOf = (fee: { currency: string; network: string }): string => figureNames.fee(fee.currency, fee.network);

/** Whether a fee is of a pair; hosts don't mind the case. */
export const isFeeOf =
  (pair: { currency: string; network: string }) =>
  (fee: { currency: string; network: string }): boolean =>
    keyOf(fee).toLowerCase() === keyOf(pair).toLowerCase();

const pointsOf = (fees: readonly CryptoFee[], known: readonly CryptoFee[], seenAt: number): FigurePoint[] => {
  const before = new Map(known.map((fee) => [keyOf(fee), fee.networkFee]));
  return fees.flatMap((fee) =>
    fee.networkFee === undefined || before.get(keyOf(fee)) === fee.networkFee
      ? []
      : [{ figure: keyOf(fee), value: fee.networkFee, seenAt, changedAt: fee.updatedAt, by: fee.updatedBy }],
  );
};

/** Replaces the list of fees. `asOf`: when it was requested (device epoch ms). Rejects with the database's error. */
export async function putFees(db: Database, fees: readonly CryptoFee[], asOf: number): Promise<void> {
  await db.transaction("rw", db.state, db.figures, async () => {
    const known = await readState(db, "fees");
    if (known && known.asOf > asOf) return;
    const singles = Object.values((await readState(db, "singleFees")) ?? {});
    const newer = singles.filter((one) => one.told && one.asOf > asOf).map(({ fee }) => fee);
    const seen = singles.filter((one) => !known || one.asOf >= known.asOf).map(({ fee }) => fee);
    const wentAfter = await goneAfter(db, "fee");
    const there = newer.reduce(withFee, fees).filter((fee) => !wentAfter(pathOf(fee), asOf));
    await writeState(db, "fees", { fees: there, asOf });
    await noteFetched(db, asOf);
    // A value that was replaced meanwhile is history already.
    const latest = fees.filter((fee) => !singles.some((one) => one.asOf > asOf && keyOf(one.fee) === keyOf(fee)));
    await notePoints(db, pointsOf(latest, [...(known?.fees ?? []), ...seen], asOf));
  });
}

/** The stream's name of a fee. */
const pathOf = ({ currency, network }: Pick<CryptoFee, "currency" | "network">): string => `${currency}/${network}`;

/** Replaces a fee in a list, or appends it. */
function withFee(fees: readonly CryptoFee[], fee: CryptoFee): readonly CryptoFee[] {
  const isThere = fees.some((one) => keyOf(one) === keyOf(fee));
  return isThere ? fees.map((one) => (keyOf(one) === keyOf(fee) ? fee : one)) : [...fees, fee];
}

/**
 * Applies a fee from the stream ("currency/network") to the list and the single fees; undefined: deleted. Runs in the caller's
 * transaction. `at`: device epoch ms.
 */
export async function noteFee(db: Database, path: string, fee: CryptoFee | undefined, at: number): Promise<void> {
  if (fee) await keepSingle(db, { fee, asOf: at, told: true });
  const singles = (await readState(db, "singleFees")) ?? {};
  if (!fee) await writeState(db, "singleFees", Object.fromEntries(Object.entries(singles).filter(([, one]) => pathOf(one.fee) !== path)));
  const known = await readState(db, "fees");
  if (!known) return;
  const fees = fee ? withFee(known.fees, fee) : known.fees.filter((one) => pathOf(one) !== path);
  await writeState(db, "fees", { ...known, fees });
}

/** Caches a fee fetched on its own, unless it was deleted since; the list is unaffected. */
export const putFee = (db: Database, fee: CryptoFee, asOf: number): Promise<void> =>
  db.transaction("rw", db.state, db.figures, async () => {
    const wentAfter = await goneAfter(db, "fee");
    if (!wentAfter(pathOf(fee), asOf)) await keepSingle(db, { fee, asOf });
  });

async function keepSingle(db: Database, single: { fee: CryptoFee; asOf: number; told?: true }): Promise<void> {
  const { fee, asOf } = single;
  await db.transaction("rw", db.state, db.figures, async () => {
    const known = await readFee(db, fee.currency, fee.network);
    if (known && known.asOf > asOf) return;
    const singles = await readState(db, "singleFees");
    await writeState(db, "singleFees", { ...singles, [keyOf(fee)]: single });
    await noteFetched(db, asOf);
    await notePoints(db, pointsOf([fee], known ? [known.fee] : [], asOf));
  });
}

/** The fees last fetched, and when. */
export const readFees = (db: Database): Promise<StateRecords["fees"] | undefined> => readState(db, "fees");

/** The latest state of a fee, from the list or fetched singly; undefined if the host has none of this name. */
export async function readFee(db: Database, currency: string, network: string): Promise<{ fee: CryptoFee; asOf: number } | undefined> {
  const isAsked = isFeeOf({ currency, network });
  const list = await readState(db, "fees");
  const single = Object.values((await readState(db, "singleFees")) ?? {}).find((one) => isAsked(one.fee));
  if (single && (!list || single.asOf >= list.asOf)) return single;
  const fee = list?.fees.find(isAsked);
  return list && fee && { fee, asOf: list.asOf };
}

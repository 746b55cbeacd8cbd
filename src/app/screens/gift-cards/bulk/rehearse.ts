import Big from "big.js";
import type { GiftCardRate } from "../../../data/use-gift-cards.ts";
import { changeOf } from "../../../figures/change.ts";
import { readNonNegative } from "../../../ui/read-decimal.ts";
import { type CheckedField, checkRate, figureFields, isFigure, paidRates, type RateBody, rateKey } from "../rate-check.ts";
import type { FileRow, RowProblems } from "./parse-file.ts";

/** One field an upload would change; "" for no value. */
export interface FieldChange {
  readonly field: CheckedField;
  readonly before: string;
  readonly after: string;
}

/** Data sent for a row. */
interface Sent {
  /** 1-based. */
  readonly row: number;
  readonly body: RateBody;
  /** The file has a rate display; otherwise the body's only repeats the base rate. */
  readonly hasDisplay: boolean;
}

/** Whether a row would enable or disable a rate. */
export const turnsStatus = (row: Rehearsed): boolean => row.is === "changed" && row.changes.some(({ field }) => field === "isActive");

/** What an upload would do with a row. */
export type Rehearsed =
  | (Sent & { readonly is: "new" })
  | (Sent & {
      readonly is: "changed";
      readonly changes: readonly FieldChange[];
      /** A rate that is paid changes by more than 10 % (RATE-3). */
      readonly isLarge: boolean;
    })
  | (Sent & { readonly is: "unchanged" })
  | { readonly is: "wrong"; readonly row: number; readonly draft: FileRow["draft"]; readonly problems: RowProblems };

export type Right = Exclude<Rehearsed, { is: "wrong" }>;

const sameNumber = (known: string | null | undefined, next: number): boolean =>
  known !== null && known !== undefined && new Big(known).eq(next);

/** What a row would change in the host's rate. */
export function changesOf(known: GiftCardRate, { body, hasDisplay }: Sent): FieldChange[] {
  const figures = figureFields.flatMap((field): FieldChange[] =>
    sameNumber(known[field], body[field]) ? [] : [{ field, before: known[field] ?? "", after: new Big(body[field]).toFixed() }],
  );
  const words = (["rateDisplay", "notes"] as const).flatMap((field): FieldChange[] =>
    (known[field] ?? "").trim() === body[field] || (field === "rateDisplay" && !hasDisplay)
      ? []
      : [{ field, before: known[field] ?? "", after: body[field] }],
  );
  const isActive =
    known.isActive === body.isActive
      ? []
      : [{ field: "isActive" as const, before: String(known.isActive ?? ""), after: String(body.isActive) }];
  return [...figures, ...words, ...isActive];
}

/** The row's draft, with missing fields from the host's rate. */
function completed({ draft, absent }: FileRow, known: GiftCardRate | undefined): FileRow["draft"] {
  if (!known) return draft;
  const kept = absent.flatMap((name): [string, string | boolean][] => {
    if (name === "isActive") return known.isActive === undefined ? [] : [[name, known.isActive]];
    return isFigure(name) || name === "notes" ? [[name, known[name] ?? ""]] : [];
  });
  return { ...draft, ...Object.fromEntries(kept) };
}

/** Display of a rate whose row has none: the host's is kept while the rate is unchanged, and replaced with it. */
function displayOf(known: GiftCardRate, body: RateBody): { readonly display: string; readonly changes: FieldChange[] } {
  const before = known.rateDisplay ?? "";
  if (before === "" || sameNumber(known.rate, body.rate)) return { display: before || body.rateDisplay, changes: [] };
  const isOwn = readNonNegative(before).is === "read" && sameNumber(known.rate, Number(before));
  return { display: body.rateDisplay, changes: isOwn ? [] : [{ field: "rateDisplay", before, after: body.rateDisplay }] };
}

/** Whether a row's display is still that of the rate before: an export in which the rate alone was edited has it. */
const hasOldDisplay = ({ rate, rateDisplay }: FileRow["draft"], known: GiftCardRate): boolean => {
  const [next, shown] = [readNonNegative(rate), readNonNegative(rateDisplay)];
  if (next.is !== "read" || sameNumber(known.rate, next.number) || !/\d/.test(rateDisplay)) return false;
  return rateDisplay.trim() === (known.rateDisplay ?? "").trim() || (shown.is === "read" && sameNumber(known.rate, shown.number));
};

const cardKey = ({ cardType, country }: Pick<GiftCardRate, "cardType" | "country">): string => rateKey({ cardType, country });

/** Compares rows with the host's rates, one by one; earlier rows of the file count too. */
export class Rehearsal {
  readonly #known: ReadonlyMap<string, GiftCardRate>;
  /** By card type and country. */
  readonly #ofCard = new Map<string, GiftCardRate[]>();
  readonly #seen = new Map<string, number>();

  constructor(known: readonly GiftCardRate[]) {
    this.#known = new Map(known.map((rate) => [rateKey(rate), rate]));
    for (const rate of known) {
      const card = cardKey(rate);
      this.#ofCard.set(card, [...(this.#ofCard.get(card) ?? []), rate]);
    }
  }

  /** `row`: position in the file. */
  check(given: FileRow, row: number): Rehearsed {
    const file = this.#withType(given);
    const key = rateKey(file.draft);
    const known = this.#known.get(key);
    const whole = completed(file, known);
    const draft = known && hasOldDisplay(whole, known) ? { ...whole, rateDisplay: "" } : whole;
    const checked = checkRate(draft);
    const problems: RowProblems = {
      ...(checked.is === "wrong" ? checked.problems : {}),
      ...file.problems,
      ...(known && known.isActive === undefined && file.absent.includes("isActive") ? { isActive: "missing" } : {}),
      ...(checked.is === "right" && this.#seen.has(key) ? { cardType: "twice in the file" } : {}),
    };
    if (checked.is === "wrong" || Object.keys(problems).length > 0) return { is: "wrong", row, draft, problems };
    this.#seen.set(key, row);
    const { body } = checked;
    const hasDisplay = draft.rateDisplay !== "";
    if (!known) return { is: "new", row, body, hasDisplay };
    const { display, changes: followed } = hasDisplay ? { display: body.rateDisplay, changes: [] } : displayOf(known, body);
    const sent = { row, body: { ...body, rateDisplay: display }, hasDisplay };
    const changes = [...changesOf(known, sent), ...followed];
    if (changes.length === 0) return { is: "unchanged", ...sent };
    const isLarge = paidRates.some((field) => changeOf(known[field] ?? undefined, String(body[field])).isLarge);
    return { is: "changed", ...sent, changes, isLarge };
  }

  /** A row without a vanilla type has that of the rate with its id; without an id it may mean one rate only. */
  #withType(file: FileRow): FileRow {
    if (!file.absent.includes("vanillaType")) return file;
    const { draft } = file;
    const same = this.#ofCard.get(cardKey(draft)) ?? [];
    const own = same.find(({ id }) => id === file.id);
    if (own) return { ...file, draft: { ...draft, vanillaType: own.vanillaType ?? "" } };
    return same.length > 1 ? { ...file, problems: { ...file.problems, vanillaType: "missing" } } : file;
  }
}

/** Rows checked before yielding to the page. */
const chunkRows = 200;

/** Checks every row without blocking the page; `onProgress` gets the completed share. Rejects when aborted. */
export async function rehearse(
  rows: readonly FileRow[],
  known: readonly GiftCardRate[],
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Rehearsed[]> {
  const rehearsal = new Rehearsal(known);
  const done: Rehearsed[] = [];
  for (const [at, row] of rows.entries()) {
    if (at > 0 && at % chunkRows === 0) {
      onProgress(at / rows.length);
      await new Promise((resolve) => setTimeout(resolve, 0));
      signal.throwIfAborted();
    }
    done.push(rehearsal.check(row, row.at));
  }
  return done;
}

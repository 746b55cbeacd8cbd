import Big from "big.js";
import { plainText } from "../../../contract/text.ts";
import { cardCountries, cardTypes } from "../../../contract/gift-cards.ts";
import { readNonNegative } from "../../ui/read-decimal.ts";

/** A rate as typed or read from a file: every field as text, except the flag. */
export interface RateDraft {
  readonly cardType: string;
  readonly country: string;
  readonly rate: string;
  readonly physicalRate: string;
  readonly ecodeRate: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly vanillaType: string;
  readonly notes: string;
  readonly isActive: boolean;
  /** Only in files; without it the base rate is displayed. */
  readonly rateDisplay: string;
}

export const figureFields = ["rate", "physicalRate", "ecodeRate", "minAmount", "maxAmount"] as const;
export type FigureField = (typeof figureFields)[number];
export const isFigure = (name: string): name is FigureField => figureFields.some((figure) => figure === name);
export type CheckedField = "cardType" | "country" | FigureField | "vanillaType" | "notes" | "isActive" | "rateDisplay";

export type Problem =
  | "missing"
  | "not listed"
  | "not a number"
  | "two ways"
  | "too large"
  | "above max"
  | "too long"
  | "not a flag"
  | "not text"
  | "too many cells"
  | "other table"
  | "twice in the file";
export type Problems = Partial<Record<CheckedField, Problem>>;

/** Request body for a rate; figures are JSON numbers. */
export interface RateBody {
  cardType: (typeof cardTypes)[number];
  country: (typeof cardCountries)[number];
  rate: number;
  rateDisplay: string;
  physicalRate: number;
  ecodeRate: number;
  minAmount: number;
  maxAmount: number;
  vanillaType: string;
  notes: string;
  isActive: boolean;
}

const most = new Big("1e12");

/** Validates every field of a rate (GIFT-4): returns the body to send, or the problems by field. */
export function checkRate(draft: RateDraft): { is: "right"; body: RateBody } | { is: "wrong"; problems: Problems } {
  const problems: Problems = {};
  const cardType = cardTypes.find((one) => one === plainText(draft.cardType));
  const country = cardCountries.find((one) => one === plainText(draft.country));
  if (cardType === undefined) problems.cardType = plainText(draft.cardType) === "" ? "missing" : "not listed";
  if (country === undefined) problems.country = plainText(draft.country) === "" ? "missing" : "not listed";
  const figures = new Map<FigureField, { value: string; number: number }>();
  for (const field of figureFields) {
    const read = readNonNegative(draft[field]);
    if (read.is !== "read") problems[field] = read.is === "empty" ? "missing" : "not a number";
    else if (new Big(read.value).gt(most)) problems[field] = "too large";
    else figures.set(field, read);
  }
  const [low, high] = [figures.get("minAmount"), figures.get("maxAmount")];
  if (low && high && new Big(low.value).gt(high.value)) problems.minAmount = "above max";
  if (plainText(draft.vanillaType).length > 60) problems.vanillaType = "too long";
  if (draft.notes.trim().length > 1000) problems.notes = "too long";
  if (draft.rateDisplay.trim().length > 60) problems.rateDisplay = "too long";
  if (Object.keys(problems).length > 0 || cardType === undefined || country === undefined) return { is: "wrong", problems };
  const number = (field: FigureField): number => figures.get(field)?.number ?? 0;
  return {
    is: "right",
    body: {
      cardType,
      country,
      rate: number("rate"),
      rateDisplay: draft.rateDisplay.trim() || (figures.get("rate")?.value ?? ""),
      physicalRate: number("physicalRate"),
      ecodeRate: number("ecodeRate"),
      minAmount: number("minAmount"),
      maxAmount: number("maxAmount"),
      vanillaType: plainText(draft.vanillaType),
      notes: draft.notes.trim(),
      isActive: draft.isActive,
    },
  };
}

/** The rates by which a card is paid for. */
export const paidRates = ["rate", "physicalRate", "ecodeRate"] as const;

/** Unique key of a rate. */
export const rateKey = (rate: { cardType?: string | undefined; country?: string | undefined; vanillaType?: string | undefined }): string =>
  [rate.cardType, rate.country, rate.vanillaType].map((part) => plainText(part ?? "").toUpperCase()).join("|");

/** Warn about an e-code rate this far above the base rate, in percent of the base rate. */
export const ecodeFarAbovePercent = 25;

/** Whether the e-code rate is far above the base rate, more often a typo than an offer. */
export const isEcodeFarAbove = (rate: { rate: number; ecodeRate: number }): boolean =>
  new Big(rate.ecodeRate).times(100).gt(new Big(rate.rate).times(100 + ecodeFarAbovePercent));

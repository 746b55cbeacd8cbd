import { transactionStatuses, transactionTypes } from "../../../../contract/transaction-kinds.ts";
import type { FilterName } from "../filter-params.ts";

/** Query fields as text: the non-empty fields of the filter panel. */
export type QueryFields = { readonly [Name in FilterName]?: string };

/** Terms of the search language, the same in every UI language. */
export const termNames = ["type", "status", "currency", "user", "bank", "verified", "from", "to", "amount"] as const;
export type TermName = (typeof termNames)[number];

/** Filter of each term, except the amount, which has several. */
export const filterOfTerm = {
  type: "transactionType",
  status: "transactionStatus",
  currency: "currency",
  user: "user",
  bank: "bank",
  verified: "userVerificationStatus",
  from: "dateFrom",
  to: "dateTo",
} as const satisfies Record<Exclude<TermName, "amount">, FilterName>;

/** Values of `verified:`, with the host's names. */
export const verifiedWords = { email: "emailVerified", bvn: "bvnVerified", chatbot: "chatbotVerified", none: "unverified" } as const;

/** Free-text terms, with their maximum lengths. */
export const textTerms = { user: 200, bank: 200, currency: 20 } as const satisfies { [Name in TermName]?: number };

/** Terms with a fixed set of values. */
export const valuesOf = {
  type: transactionTypes,
  status: transactionStatuses,
  verified: Object.keys(verifiedWords),
} as const satisfies { [Name in TermName]?: readonly string[] };

export const operators = [">=", "<=", ">", "<", "=", ":"] as const;
export type Operator = (typeof operators)[number];

/** The filters an amount operator sets. */
export const boundsOf: Record<Operator, readonly ("minAmount" | "maxAmount" | "moreThan" | "lessThan")[]> = {
  ">=": ["minAmount"],
  "<=": ["maxAmount"],
  ">": ["moreThan"],
  "<": ["lessThan"],
  "=": ["minAmount", "maxAmount"],
  ":": ["minAmount", "maxAmount"],
};

/** A word that begins like this is parsed as a term. */
export const termStart = /^([A-Za-z]+)(>=|<=|>|<|=|:)/;

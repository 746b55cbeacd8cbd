import { transactionStatuses, transactionTypes } from "../../../../contract/transactions.ts";
import type { FilterName } from "../filter-params.ts";

/** What is asked for, a filter a text: the fields of the filter panel that have something in them. */
export type QueryFields = { readonly [Name in FilterName]?: string };

/** The terms of the search language. They are the same in every language of the app. */
export const termNames = ["type", "status", "currency", "user", "bank", "verified", "from", "to", "amount"] as const;
export type TermName = (typeof termNames)[number];

/** The filter of each term but the amount, which has several. */
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

/** What `verified:` takes, with the host's word for it. */
export const verifiedWords = { email: "emailVerified", bvn: "bvnVerified", chatbot: "chatbotVerified", none: "unverified" } as const;

/** The terms that take any text, with how long it may be. */
export const textTerms = { user: 200, bank: 200, currency: 20 } as const satisfies { [Name in TermName]?: number };

/** The values of the terms that take none but these. */
export const valuesOf = {
  type: transactionTypes,
  status: transactionStatuses,
  verified: Object.keys(verifiedWords),
} as const satisfies { [Name in TermName]?: readonly string[] };

export const operators = [">=", "<=", ">", "<", "=", ":"] as const;
export type Operator = (typeof operators)[number];

/** The filters that an amount's operator sets. */
export const boundsOf: Record<Operator, readonly ("minAmount" | "maxAmount" | "moreThan" | "lessThan")[]> = {
  ">=": ["minAmount"],
  "<=": ["maxAmount"],
  ">": ["moreThan"],
  "<": ["lessThan"],
  "=": ["minAmount", "maxAmount"],
  ":": ["minAmount", "maxAmount"],
};

/** A word that begins like this is read as a term. */
export const termStart = /^([A-Za-z]+)(>=|<=|>|<|=|:)/;

import type { Attempt } from "../../db/money/journal.ts";
import type { attempts } from "../words/en/attempts.ts";
import { hasText } from "../words/i18n.ts";
import type { Translate } from "../words/keys.ts";

type T = Translate<"attempts">;

const isOperation = (name: string): name is keyof typeof attempts.operations => hasText("attempts", `operations.${name}`);
const isDetail = (name: string): name is keyof typeof attempts.details => hasText("attempts", `details.${name}`);

/** Label of an operation; its name if it has none. */
export const operationWord = (t: T, name: string): string => (isOperation(name) ? t(`operations.${name}`) : name);

/** Label of an attempt's detail. */
export const detailWord = (t: T, name: string): string => (isDetail(name) ? t(`details.${name}`) : name);

/** An attempt's state, as a word and a badge tone. */
export function standing(
  t: T,
  { operation, state, settled }: Attempt,
): { tone: "done" | "failed" | "unknown" | "processing" | "neutral"; word: string } {
  // The host's own answer comes before a manual settlement. A slip that is done has been sent for approval.
  if (state.is === "done" && operation === "makeSlip") return { tone: "processing", word: t("outcome.sentForApproval") };
  if (state.is === "done") return { tone: "done", word: t("outcome.done") };
  if (state.is === "refused") return { tone: "failed", word: t("outcome.refused") };
  if (state.is === "never") return { tone: "neutral", word: t("outcome.never") };
  if (settled) return { tone: "neutral", word: t(settled.as === "happened" ? "outcome.happened" : "outcome.didNot") };
  switch (state.is) {
    case "unknown":
      return { tone: "unknown", word: t("outcome.unknown") };
    case "sent":
      return { tone: "processing", word: t("outcome.sent") };
  }
}

/** The money an attempt moves, for one user in one currency, so balances show whether it happened; undefined for other attempts. */
export function moneyOf({ operation, details }: Attempt): { email: string; currency: string; amount: string | undefined } | undefined {
  const { email, currency, amount } = details;
  return ["fund", "deduct", "wipe", "approveSlip"].includes(operation) && email && currency ? { email, currency, amount } : undefined;
}

import type { TFunction, i18n as I18n } from "i18next";
import type { Attempt } from "../../db/journal.ts";
import type { attempts } from "../i18n/en/attempts.ts";

type Translate = TFunction<"attempts">;

const isOperation = (i18n: I18n, name: string): name is keyof typeof attempts.operations => i18n.exists(`attempts:operations.${name}`);
const isDetail = (i18n: I18n, name: string): name is keyof typeof attempts.details => i18n.exists(`attempts:details.${name}`);

/** An operation in words; one that has none is shown by its name. */
export const operationWord = (t: Translate, i18n: I18n, name: string): string => (isOperation(i18n, name) ? t(`operations.${name}`) : name);

/** What a value of an attempt is called. */
export const detailWord = (t: Translate, i18n: I18n, name: string): string => (isDetail(i18n, name) ? t(`details.${name}`) : name);

/** How an attempt stands, in a word and in the tone of its badge. */
export function standing(
  t: Translate,
  { state, settled }: Attempt,
): { tone: "done" | "failed" | "unknown" | "processing" | "neutral"; word: string } {
  if (settled) return { tone: "neutral", word: t(settled.as === "happened" ? "outcome.happened" : "outcome.didNot") };
  switch (state.is) {
    case "done":
      return { tone: "done", word: t("outcome.done") };
    case "refused":
      return { tone: "failed", word: t("outcome.refused") };
    case "unknown":
      return { tone: "unknown", word: t("outcome.unknown") };
    case "sent":
      return { tone: "processing", word: t("outcome.sent") };
  }
}

/** Whether an attempt moves money of one user in one currency, so that balances tell whether it happened. */
export function moneyOf({ operation, details }: Attempt): { email: string; currency: string; amount: string | undefined } | undefined {
  const { email, currency, amount } = details;
  return ["fund", "deduct", "wipe"].includes(operation) && email && currency ? { email, currency, amount } : undefined;
}

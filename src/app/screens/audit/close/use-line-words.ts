import { reasonWord, useApprovalPolicy } from "../../../data/use-approval-policy.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { operationWord } from "../../../parts/attempt-words.ts";
import { isKnownStatus, isKnownType } from "../../transactions/looks.ts";

/** Texts for the lines of a close. */
export function useLineWords() {
  const { t } = useTranslation(["transactions", "common"]);
  const { t: ofAttempts } = useTranslation("attempts");
  const { known } = useApprovalPolicy();
  const none = t("common:none");
  return {
    type: (type: string): string => (isKnownType(type) ? t(`types.${type}`) : type || none),
    status: (status: string): string => (isKnownStatus(status) ? t(`statuses.${status}`) : status || none),
    operation: (operation: string): string => operationWord(ofAttempts, operation),
    reason: (code: string): string => (code === "" ? none : reasonWord(known, code)),
    or: (text: string | null): string => text || none,
  };
}

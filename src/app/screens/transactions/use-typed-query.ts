import { type ReactNode, type RefObject, useState } from "react";
import type { TransactionQuery } from "../../../db/transactions/transaction-query.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { toast } from "../../ui/toast.ts";
import { type FilterDraft, filterOf } from "./filter-params.ts";

/**
 * Submits the filter form with the search box's text. Plain words are used as the search term; text that may contain
 * search terms is parsed by code loaded on demand. On a mistake nothing is applied, and `notice` shows its position
 * until the text changes.
 */
export function useTypedQuery(draft: FilterDraft, box: RefObject<HTMLInputElement | null>, onApply: (query: TransactionQuery) => void) {
  const { t } = useTranslation(["transactions", "boot"]);
  const [mistaken, setMistaken] = useState<{ readonly text: string; readonly notice: ReactNode }>();
  const read = async (text: string) => {
    const { search } = location;
    const { readTyped } = await import("./query/read-typed.tsx");
    const typed = await readTyped(text, draft, box.current, search, submit);
    if ("query" in typed) onApply(typed.query);
    else setMistaken({ text, ...typed });
  };
  const submit = (text: string): void => {
    if (/[:<>="]/.test(text))
      read(text).catch(() => toast({ tone: "failed", title: t("boot:chunkTitle"), description: t("boot:chunkText") }));
    else onApply(filterOf({ ...draft, searchTerm: text }));
  };
  return { notice: mistaken?.text === draft.searchTerm ? mistaken.notice : undefined, submit };
}

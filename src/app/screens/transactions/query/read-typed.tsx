import type { ReactNode } from "react";
import { plainText } from "../../../../contract/text.ts";
import type { TransactionQuery } from "../../../../db/transactions/transaction-query.ts";
import { loadWords } from "../../../words/language.ts";
import { type FilterDraft, filterOf } from "../filter-params.ts";
import { parseQuery } from "./parse-query.ts";
import { QueryMistake } from "./query-mistake.tsx";
import type { QueryFields } from "./terms.ts";

/** Merges a parsed query into a form: replaces the search and filters of the same kind, and keeps the others. */
function putIn(draft: FilterDraft, fields: QueryFields): FilterDraft {
  const low = "minAmount" in fields || "moreThan" in fields ? { minAmount: "", moreThan: "" } : {};
  const high = "maxAmount" in fields || "lessThan" in fields ? { maxAmount: "", lessThan: "" } : {};
  return { ...draft, searchTerm: "", ...low, ...high, ...fields };
}

/**
 * The query of a form whose search box contains terms; or a notice of the mistake, which is selected in the box. `search`: the
 * address's, as it was submitted.
 */
export async function readTyped(
  text: string,
  draft: FilterDraft,
  box: HTMLInputElement | null,
  search: string,
  onTake: (text: string) => void,
): Promise<{ readonly query: TransactionQuery } | { readonly notice: ReactNode }> {
  // While this code was loading, the screen was left, other filters were applied, or more was typed.
  if (!box || search !== location.search || plainText(box.value) !== plainText(draft.searchTerm)) return { notice: undefined };
  const parsed = parseQuery(text);
  if (parsed.is === "read") return { query: filterOf(putIn(draft, parsed.fields)) };
  await loadWords(["search"]);
  const { at, length } = parsed.mistake;
  box.focus();
  box.setSelectionRange(at, at + length);
  return { notice: <QueryMistake id="query-mistake" text={text} mistake={parsed.mistake} onTake={onTake} /> };
}

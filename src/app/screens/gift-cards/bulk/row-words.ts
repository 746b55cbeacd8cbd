import { useTranslation } from "../../../i18n/use-translation.ts";
import type { CheckedField, Problem } from "../rate-check.ts";
import { nameOfRate } from "../rate-words.ts";
import type { Rehearsed } from "./rehearse.ts";
import type { RowResult } from "./results.ts";

export interface RowWords {
  readonly what: string;
  readonly detail: string;
}

/** What a row of the file is about, and what would become of it or did. */
export function useRowWords(): (row: Rehearsed, result: RowResult | undefined) => RowWords {
  const { t } = useTranslation("giftCards");
  const problemWords = ([field, problem]: [CheckedField, Problem]) => t(`problems.${problem}`, { field: t(`form.${field}`) });
  return (row, result) => {
    const what = nameOfRate(row.is === "wrong" ? row.draft : row.body);
    const said = result?.is === "refused" || result?.is === "unknown" ? result.message : undefined;
    if (said !== undefined) return { what, detail: said };
    switch (row.is) {
      case "wrong":
        return { what, detail: (Object.entries(row.problems) as [CheckedField, Problem][]).map(problemWords).join(" · ") };
      case "new":
        return { what, detail: t("bulk.newAt", { rate: row.body.rate }) };
      case "unchanged":
        return { what, detail: t("bulk.unchanged") };
      case "changed":
        return {
          what,
          detail: row.changes
            .map(({ field, before, after }) => t("bulk.change", { field: t(`form.${field}`), before: before || "—", after: after || "—" }))
            .join(" · "),
        };
    }
  };
}

import Big from "big.js";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { figureFields, isFigure, type Problem, type RateBody } from "../rate-check.ts";
import { nameOfRate } from "../rate-words.ts";
import type { RowProblems } from "./parse-file.ts";
import type { FieldChange, Rehearsed } from "./rehearse.ts";
import type { RowResult } from "./results.ts";

export interface RowWords {
  readonly what: string;
  readonly detail: string;
}

/** Texts for a row: its subject, and its effect or result. */
export function useRowWords(): (row: Rehearsed, result: RowResult | undefined) => RowWords {
  const { t } = useTranslation("giftCards");
  const format = useFormat();
  const problemWords = ([field, problem]: [keyof RowProblems, Problem]) =>
    t(`problems.${problem}`, { field: field === "row" ? "" : t(`form.${field}`) });
  const shown = (field: FieldChange["field"], value: string): string => {
    if (value === "") return "—";
    if (field === "isActive") return value === "true" ? t("active") : t("inactive");
    return isFigure(field) ? format.amount(value) : value;
  };
  const changeWords = ({ field, before, after }: FieldChange) =>
    t("bulk.change", {
      field: field === "isActive" ? t("columns.isActive") : t(`form.${field}`),
      before: shown(field, before),
      after: shown(field, after),
    });
  const figuresOf = (body: RateBody) =>
    figureFields.map((field) => `${t(`form.${field}`)} ${format.amount(new Big(body[field]).toFixed())}`);
  return (row, result) => {
    const what = nameOfRate(row.is === "wrong" ? row.draft : row.body);
    const said = result?.is === "refused" || result?.is === "unknown" ? result.message : undefined;
    if (said !== undefined) return { what, detail: said };
    switch (row.is) {
      case "wrong":
        return { what, detail: (Object.entries(row.problems) as [keyof RowProblems, Problem][]).map(problemWords).join(" · ") };
      case "new":
        return { what, detail: [...figuresOf(row.body), ...(row.body.isActive ? [] : [t("inactive")])].join(" · ") };
      case "unchanged":
        return { what, detail: t("bulk.unchanged") };
      case "changed":
        return { what, detail: row.changes.map(changeWords).join(" · ") };
    }
  };
}

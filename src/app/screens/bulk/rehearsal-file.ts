import type { CachedFacts } from "../../../db/money/bulk/facts.ts";
import type { JudgedRow } from "../../../db/money/bulk/judge.ts";
import { bulkFields } from "../../../db/money/bulk/file-row.ts";
import { csvFile, csvOf, figure, iso } from "../../csv/csv.ts";
import { datedName, download, fileName } from "../../ui/download.ts";
import type { Format } from "../../format/use-format.ts";
import { basisWords, hasGaps } from "./basis-words.ts";
import { evidenceWords, type Numbering, type RehearsalT, whyWords } from "./verdict-words.ts";

/** A file with all columns, and an example of each operation. */
export const template = (): Blob =>
  csvFile(
    csvOf([
      bulkFields,
      ["ada@example.com", "25.5", "USDT", "fund", "refund", ""],
      ["bola@example.com", "0.001", "BTC", "deduct", "other", "Why it is taken back"],
    ]),
  );

export const downloadTemplate = (t: RehearsalT): void => download(fileName(t("templateName"), "csv"), template());

/** The dry run as CSV, safe from formula injection: each row of the file with its verdict, then what the verdicts are based on. */
export function exportRehearsal(t: RehearsalT, format: Format, numbering: Numbering, rows: readonly JudgedRow[], facts: CachedFacts): void {
  const head = [
    t(numbering.isList ? "head.place" : "head.line"),
    ...bulkFields.map((field) => t(`fields.${field}`)),
    t("head.verdict"),
    t("head.detail"),
    t("exportHead.ticked"),
  ];
  const lines = rows.map((row) => {
    const { file, planned } = row;
    const why = [...row.evidence.map((one) => evidenceWords(t, numbering, one, iso)), ...whyWords(t, format, row)];
    return [
      file.line,
      planned?.email ?? file.email,
      planned ? figure(planned.amount) : file.amountText,
      planned?.currency ?? file.currency,
      planned?.operation ?? file.operation,
      planned ? planned.reason : file.reason,
      planned ? planned.note : file.note,
      t(`verdicts.${row.verdict}`),
      why.join(" · "),
      t(row.isTicked ? "exportHead.yes" : "exportHead.no"),
    ];
  });
  const basis = [...(hasGaps(facts) ? [t("asOf.gaps")] : []), basisWords(t, format, facts, iso)].map((one) => [one]);
  download(datedName(t("exportName"), Date.now(), "csv"), csvFile(csvOf([head, ...lines, ...basis])));
}

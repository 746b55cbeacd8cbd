import { mostNoteLength } from "../../../contract/funding.ts";
import type { Evidence, JudgedRow, Verdict } from "../../../db/money/bulk/judge.ts";
import type { Format } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

export type RehearsalT = Translate<["rehearsal", "common"]>;

export const verdictKind: Readonly<Record<Verdict, StatusKind>> = {
  ready: "done",
  second: "processing",
  twice: "pending",
  unchecked: "other",
  wrong: "failed",
};

/** How rows are numbered: by line, or by index in a JSON list. */
export interface Numbering {
  readonly isList: boolean;
}

/** Problems whose value is formatted as a figure. */
const figures: ReadonlySet<string> = new Set(["amountPrecision", "amountExact", "amountLarge", "amountSmall", "amountNotCovered"]);

/** Reasons for a row's verdict, except its evidence, one sentence each. */
export function whyWords(t: RehearsalT, format: Format, { file, problems, unchecked, second }: JudgedRow): string[] {
  const wrong = problems.map(({ name, value = "" }) => {
    const shown =
      name === "amountCeiling" ? format.wholeDollars(value) : figures.has(name) ? `${format.exact(value)} ${file.currency}`.trim() : value;
    return t(`wrong.${name}`, { value: shown, most: mostNoteLength });
  });
  const open = unchecked.map((name) => t(`unchecked.${name}`));
  const { currency } = file;
  const above = second
    ? [t("second", { above: `${format.exact(second.above)} ${currency}`, sum: `${format.exact(second.sum)} ${currency}` })]
    : [];
  return [...wrong, ...open, ...above];
}

/** Evidence that a row was sent before. */
export function evidenceWords(t: RehearsalT, { isList }: Numbering, evidence: Evidence, timeOf: (at: number) => string): string {
  switch (evidence.is) {
    case "line":
      return t(isList ? "evidence.place" : "evidence.line", { line: evidence.line });
    case "attempt":
      return t(evidence.isUnsettled ? "evidence.unsettled" : "evidence.attempt", { time: timeOf(evidence.at) });
    case "transaction":
      return t("evidence.transaction", { time: timeOf(evidence.at) });
    case "slip":
      return t("evidence.slip", { time: timeOf(evidence.at), maker: evidence.maker });
  }
}

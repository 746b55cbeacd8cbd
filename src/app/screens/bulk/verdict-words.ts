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

/** Where a row stands: its line, or its place in a JSON list. */
export interface Numbering {
  readonly isList: boolean;
}

/** What of a problem's value is a figure, and is written as one. */
const figures: ReadonlySet<string> = new Set(["amountPrecision", "amountExact", "amountLarge", "amountSmall", "amountNotCovered"]);

/** Why a row is what it is, but for its evidence: each reason a sentence. */
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

/** What speaks for a row having gone out before. */
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

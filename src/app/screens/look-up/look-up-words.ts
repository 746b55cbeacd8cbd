import type { LookUpLine } from "../../../sync/feeds/look-up.ts";
import type { Format } from "../../format/use-format.ts";
import type { Translate } from "../../words/keys.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

export type LookUpT = Translate<["lookup", "transactions", "common"]>;

export const filters = ["all", "found", "several", "missing"] as const;
export type LineFilter = (typeof filters)[number];

const countOf = ({ transactions, users }: LookUpLine): number => transactions.length + users.length;

/** The result filter a line falls under. */
export const groupOf = (line: LookUpLine): Exclude<LineFilter, "all"> =>
  countOf(line) === 0 ? "missing" : countOf(line) === 1 ? "found" : "several";

/** When the stalest of a line's matches was last seen (epoch ms); undefined: a wallet's owner isn't cached. */
export const asOfLine = ({ transactions, users }: LookUpLine): number | undefined => {
  const times = [...transactions, ...users].map(({ seenAt }) => seenAt).filter((at) => at > 0);
  return times.length > 0 ? Math.min(...times) : undefined;
};

/** Result of a line, as text (FIND-4). */
export function resultWords(t: LookUpT, format: Format, now: number, line: LookUpLine): { kind: StatusKind; text: string } {
  const count = countOf(line);
  if (count > 0) {
    const asOf = asOfLine(line);
    if (asOf === undefined) return { kind: "done", text: t("many.foundUndated") };
    const time = format.minute(asOf, now);
    const found = count === 1 ? t("many.found", { time }) : t("many.several", { shown: format.number(count), time });
    return { kind: count === 1 ? "done" : "pending", text: line.finding === "inPart" ? t("many.inPart", { found }) : found };
  }
  switch (line.finding) {
    case "unaskable":
      return { kind: "other", text: t("many.unaskable") };
    case "notFound":
      return { kind: "failed", text: t("details.notFound") };
    case "notAsked":
      return { kind: "other", text: t("details.notAsked") };
    default:
      return { kind: "other", text: t("many.missing") };
  }
}

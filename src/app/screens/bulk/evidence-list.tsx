import { Link } from "wouter";
import { css, cx } from "#styled/css";
import type { Evidence } from "../../../db/money/bulk/judge.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { links, paths } from "../../links.ts";
import { openAttention } from "../../parts/attention-state.ts";
import { touchArea } from "../../ui/touch-area.ts";
import { evidenceWords, type Numbering, type RehearsalT } from "./verdict-words.ts";

const link = cx(
  touchArea,
  css({
    color: "accent",
    textAlign: "start",
    cursor: "pointer",
    textDecoration: "underline",
    textUnderlineOffset: "0.2em",
    _hover: { textDecorationThickness: "2px" },
  }),
);

/** Link to what was sent; unsettled attempts are settled elsewhere. */
const hrefOf = (evidence: Exclude<Evidence, { is: "line" }>): string => {
  switch (evidence.is) {
    case "slip":
      return links.approval(evidence.id);
    case "transaction":
      return links.transaction(evidence.id);
    case "attempt":
      return evidence.slip ? links.approval(evidence.slip) : evidence.reference ? links.transactions(evidence.reference) : paths.funding;
  }
};

interface EvidenceListProps {
  t: RehearsalT;
  numbering: Numbering;
  evidence: readonly Evidence[];
  onShowLine: (line: number) => void;
}

/** Evidence that a row was sent before, each linked to its source. */
export function EvidenceList({ t, numbering, evidence, onShowLine }: EvidenceListProps) {
  const format = useFormat();
  const now = useNow();
  return evidence.map((one) => {
    const words = evidenceWords(t, numbering, one, (at) => format.minute(at, now));
    if (one.is === "line")
      return (
        <p key={`line ${one.line}`}>
          <button type="button" className={link} onClick={() => onShowLine(one.line)}>
            {words}
          </button>
        </p>
      );
    return (
      <p key={`${one.is} ${one.id}`}>
        {one.is === "attempt" && one.isUnsettled ? (
          <button type="button" className={link} onClick={() => openAttention(one.id)}>
            {words}
          </button>
        ) : (
          <Link className={link} href={hrefOf(one)}>
            {words}
          </Link>
        )}
      </p>
    );
  });
}

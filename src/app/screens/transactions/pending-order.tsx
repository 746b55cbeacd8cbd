import { css } from "#styled/css";
import type { TransactionReader } from "../../../sync/transactions/transaction-reader.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowUpNarrowWide } from "../../ui/more-icons.ts";
import { ListBasis } from "./list-basis.tsx";

const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3", justifyContent: "flex-end" });
const look = css({ textStyle: "xs", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });

interface PendingOrderProps {
  reader: TransactionReader;
  onOldest: (oldest: boolean) => void;
}

/** What the oldest-first list covers. */
function OldestBasis({ reader }: { reader: TransactionReader }) {
  const { t } = useTranslation("explained");
  const format = useFormat();
  const now = useNow();
  const { window } = useObservable(reader.reading);
  const matching = useObservable(reader.source.matching);
  if (!window) return null;
  const { rows: count, asOf } = window;
  const isWhole = window.atEnd && window.gaps === 0 && asOf !== undefined;
  return (
    <p className={look} role="status" aria-live={isWhole && matching.is !== "cache" ? "off" : "polite"}>
      {matching.is === "cache"
        ? t("oldest.cached", { count })
        : isWhole
          ? t("oldest.whole", { count, time: format.minute(asOf, now) })
          : t("oldest.partly", { count })}
    </p>
  );
}

/** Order of a list of pending transactions: optionally by age (FIND-8); with the source and age of the matches. */
export function PendingOrder({ reader, onOldest }: PendingOrderProps) {
  const { oldestFirst: oldest = false } = reader.source;
  const { t } = useTranslation("explained");
  return (
    <div className={bar}>
      <Button icon={<ArrowUpNarrowWide size={16} aria-hidden />} aria-pressed={oldest} onClick={() => onOldest(!oldest)}>
        {t("oldest.toggle")}
      </Button>
      {oldest ? <OldestBasis reader={reader} /> : <ListBasis reader={reader} />}
    </div>
  );
}

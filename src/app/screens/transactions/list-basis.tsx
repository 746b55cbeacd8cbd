import { css } from "#styled/css";
import { useKeptUp } from "../../data/use-kept-up.ts";
import { useReach } from "../../data/use-reach.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import type { TransactionReader } from "../../../sync/transactions/transaction-reader.ts";
import { useTranslation } from "../../words/use-translation.ts";

const look = css({ textStyle: "xs", color: "ink.muted", minHeight: "4", fontVariantNumeric: "tabular-nums lining-nums" });

const cachedWords = {
  awaited: "list.cachedAwaited",
  lost: "list.cachedUnanswered",
  unreachable: "list.cachedUnreachable",
  unusable: "list.cachedUnusable",
} as const;

/** Source and age of the list's matches (DASH-10, SYNC-2). */
export function ListBasis({ reader }: { reader: TransactionReader }) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  const now = useNow();
  const isOut = useReach().is === "unreachable";
  const matching = useObservable(reader.source.matching);
  const { window } = useObservable(reader.reading);
  const asOf = useKeptUp(window?.isUntold ? undefined : window?.asOf) ?? window?.asOf;
  const words =
    matching.is === "cache"
      ? matching.message
        ? t("list.cachedRefused", { message: matching.message })
        : t(cachedWords[matching.why === "lost" && isOut ? "unreachable" : matching.why])
      : asOf === undefined
        ? undefined
        : t("list.asOf", { time: format.minute(asOf, now) });
  return (
    // The age alone, which changes every minute, is not announced.
    <p className={look} role="status" aria-live={matching.is === "cache" ? "polite" : "off"}>
      {words}
    </p>
  );
}

import type { ReactNode } from "react";
import { css } from "#styled/css";
import { isFinal } from "../../../db/store/turns.ts";
import { enough, isOpen } from "../../../db/transactions/usual-time.ts";
import { hostClockOffset } from "../../../sync/state/session-store.ts";
import { useUsualTime } from "../../data/use-usual-time.ts";
import { spanWords } from "../../format/span.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { type Row, isKnownStatus, isKnownType } from "./looks.ts";

const list = css({
  display: "grid",
  gap: "3",
  py: "3",
  mb: "1",
  borderBlockWidth: "1px",
  borderColor: "line",
  textStyle: "sm",
});
const name = css({ textStyle: "xs", color: "ink.muted" });
const aside = css({ display: "block", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const late = css({ display: "block", color: "pending", fontWeight: "medium" });

const nouns = {
  SWAP: "swap",
  OBIEX_SWAP: "swap",
  DEPOSIT: "deposit",
  WITHDRAWAL: "withdrawal",
  GIFTCARD: "giftcard",
  INTERNAL_TRANSFER_SENT: "transfer",
  INTERNAL_TRANSFER_RECEIVED: "transfer",
} as const;

const states = {
  PENDING: "pending",
  PROCESSING: "processing",
  SUCCESSFUL: "done",
  COMPLETED: "done",
  CONFIRMED: "done",
  FAILED: "failed",
  REJECTED: "rejected",
} as const;

function Fact({ of, children }: { of: string; children: ReactNode }) {
  return (
    <div>
      <dt className={name}>{of}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Explains a transaction's status, since when it applies, and how long such transactions usually take (FIND-8). */
export function StatusExplained({ row }: { row: Row }) {
  const { t } = useTranslation("explained");
  const { t: words } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  const [type, status] = [row.type?.toUpperCase() ?? "", row.status?.toUpperCase() ?? ""];
  const [currency, bank] = [row.currency?.toUpperCase() ?? "", row.bankName ?? ""];
  const usual = useUsualTime({ type, currency, bank });
  const statusWord = (one: string): string => {
    const known = one.toUpperCase();
    return isKnownStatus(known) ? words(`statuses.${known}`) : one;
  };
  const { turned, seenAt } = row;
  // The creation time is by the host's clock.
  const age = Math.max(0, now + hostClockOffset() - row.at);
  const isOn = isOpen(status);
  const what = (withBank: boolean): string =>
    [isKnownType(type) ? words(`types.${type}`) : type, currency, withBank ? bank : ""].filter((part) => part !== "").join(", ");

  const since = () => {
    if (turned?.was !== undefined)
      return t("changed", {
        was: statusWord(turned.was),
        after: format.minute(turned.after, now),
        status: statusWord(row.status ?? ""),
        by: format.minute(turned.by, now),
      });
    if (turned && isFinal(status)) return t("soon", { span: spanWords(words, turned.by + hostClockOffset() - turned.after, Math.ceil) });
    return isOn ? t("made", { span: spanWords(words, age) }) : t("unseen");
  };

  return (
    <dl className={list} aria-label={t("title")}>
      <Fact of={t("means")}>
        {isKnownStatus(status)
          ? t(`meaning.${isKnownType(type) ? nouns[type] : "other"}.${states[status]}`)
          : status === ""
            ? t("noStatus")
            : t("unknownStatus", { status: row.status ?? "" })}
      </Fact>
      <Fact of={t("since")}>
        {isOn ? (
          <span className={css({ display: "block" })}>
            {t(status === "PENDING" ? "pendingFor" : "processingFor", { span: spanWords(words, age) })}
          </span>
        ) : null}
        {since()} <span className={aside}>{t("lastSeen", { time: format.minute(seenAt, now) })}</span>
      </Fact>
      <Fact of={t("takes")}>
        {usual.is === "looking" || usual.is === "broken" ? (
          <span className={aside}>{t(usual.is)}</span>
        ) : usual.is === "few" ? (
          <>
            {t("few")}
            <span className={aside}>{t("fewBasis", { count: usual.cases, enough, what: what(false) })}</span>
          </>
        ) : (
          <>
            {t("known", { half: spanWords(words, usual.half, Math.ceil), most: spanWords(words, usual.most, Math.ceil) })}
            {isOn && age > usual.most ? <span className={late}>{t("longer")}</span> : null}
            <span className={aside}>{t("basis", { count: usual.cases, what: what(usual.ofBank) })}</span>
          </>
        )}
      </Fact>
    </dl>
  );
}

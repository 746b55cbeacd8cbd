import Big from "big.js";
import { css } from "#styled/css";
import { balanceNames } from "../../contract/wallets.ts";
import type { Attempt } from "../../db/money/journal.ts";
import { hostClockOffset } from "../../sync/state/session-store.ts";
import type { UserCheck } from "../data/use-user-check.ts";
import type { Format } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";

const box = css({
  display: "flex",
  flexDirection: "column",
  gap: "3",
  p: "3",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "control",
});
const title = css({ textStyle: "sm", fontWeight: "medium" });
const figures = css({ display: "grid", gap: "3", gridTemplateColumns: "[repeat(auto-fit, minmax(7.5rem, 1fr))]" });
const label = css({ textStyle: "xs", color: "ink.muted" });
const figure = css({ textStyle: "md", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums", overflowWrap: "anywhere" });
const small = css({ textStyle: "xs", color: "ink.muted" });
const verdict = css({ textStyle: "sm", fontWeight: "medium" });
const list = css({ display: "flex", flexDirection: "column", gap: "1" });
const line = css({ display: "flex", flexWrap: "wrap", columnGap: "3", textStyle: "sm", fontVariantNumeric: "tabular-nums lining-nums" });
const isNew = css({ fontWeight: "semibold" });

interface BalanceCheckProps {
  attempt: Attempt;
  money: { email: string; currency: string; amount: string | undefined };
  check: Extract<UserCheck, { is: "checked" }>;
  format: Format;
}

/** The balance if the attempt was executed; undefined if the balance before is unknown. */
function ifDone({ operation, details }: Attempt): string | undefined {
  const { balanceBefore, amount } = details;
  if (balanceBefore === undefined || amount === undefined) return undefined;
  const before = new Big(balanceBefore);
  return ([operation, details["of"]].includes("deduct") ? before.minus(amount) : before.plus(amount)).toFixed();
}

/** The user's balance and latest transactions at the host now, beside those before the attempt. */
export function BalanceCheck({ attempt, money, check, format }: BalanceCheckProps) {
  const { t } = useTranslation("attempts");
  const { balances, latest } = check;
  const names = balanceNames(money.currency);
  const isWipe = attempt.operation === "wipe";
  const now = balances.is === "known" ? balances.balances[isWipe ? names.pending : names.available] : undefined;
  const before = attempt.details["balanceBefore"];
  const expected = isWipe ? "0" : ifDone(attempt);
  const found =
    now === undefined || before === undefined
      ? undefined
      : expected !== undefined && new Big(now).eq(expected)
        ? t("check.fits")
        : t(new Big(now).eq(before) ? "check.unchanged" : "check.differs");
  // The row has the host's time, the attempt the device's.
  const isSince = ({ createdAt }: { createdAt: string }): boolean => Date.parse(createdAt) >= attempt.at + hostClockOffset();
  const shown = (value: string | undefined): string =>
    value === undefined ? t("check.noBefore") : `${format.exact(value)} ${money.currency}`;
  const amounts = [
    { name: t("check.before"), value: shown(before) },
    { name: isWipe ? t("check.pending") : t("check.now"), value: shown(now) },
    ...(expected === undefined ? [] : [{ name: t("check.ifDone"), value: shown(expected) }]),
  ];
  return (
    <div className={box}>
      <p className={title}>{t("check.title")}</p>
      {balances.is === "failed" ? (
        <p className={small}>{[t("check.balanceFailed"), balances.message].filter(Boolean).join(" ")}</p>
      ) : (
        <>
          <dl className={figures}>
            {amounts.map(({ name, value }) => (
              <div key={name}>
                <dt className={label}>{name}</dt>
                <dd className={figure}>{value}</dd>
              </div>
            ))}
          </dl>
          {now === undefined ? <p className={small}>{t("check.noBalance", { currency: money.currency })}</p> : null}
          {found ? <p className={verdict}>{found}</p> : null}
          <p className={small}>{t("check.asOf", { time: format.full(balances.asOf) })}</p>
        </>
      )}
      <div>
        <p className={label}>{t("check.latest", { currency: money.currency })}</p>
        {latest.is === "failed" ? (
          <p className={small}>{[t("check.latestFailed"), latest.message].filter(Boolean).join(" ")}</p>
        ) : latest.rows.length === 0 ? (
          <p className={small}>{t("check.latestNone")}</p>
        ) : (
          <ul className={list}>
            {latest.rows.map((row) => (
              <li key={row.id} className={line}>
                <span className={isSince(row) ? isNew : undefined}>
                  {row.amount == null ? "" : format.signed(row.amount)} {row.currency}
                </span>
                <span>{row.type}</span>
                <span>{row.status}</span>
                <span className={small}>
                  {format.full(Date.parse(row.createdAt))}
                  {isSince(row) ? ` · ${t("check.since")}` : ""}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

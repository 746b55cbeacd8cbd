import Big from "big.js";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { unitOf } from "../../../contract/currencies.ts";
import type { Transaction } from "../../../contract/transactions.ts";
import type { SlipCheck } from "../../../db/money/slip-checks.ts";
import { hostClockOffset } from "../../../sync/state/session-store.ts";
import { useAttempt } from "../../data/use-attempts.ts";
import { useKeptUp } from "../../data/use-kept-up.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import { useLatestTransactions } from "../../data/use-users-activity.ts";
import type { CachedUser } from "../../data/use-users.ts";
import type { KnownWallets } from "../../data/use-wallets.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { usePermission } from "../../state/auth.ts";
import { usePermissionOff } from "../../parts/permission-off.ts";
import { Card } from "../../ui/card.tsx";
import { ShortTransactions } from "../transactions/short-table.tsx";
import { moreLook } from "../users/tools/summary-section.tsx";
import { balanceOf } from "./slip-balance.ts";
import { isOperation } from "./slip-words.ts";
import { KycMark } from "../../parts/kyc-mark.tsx";

const facts = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr))]" });
const label = css({ textStyle: "xs", color: "ink.muted" });
const value = css({ textStyle: "md", fontWeight: "medium", overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" });
const small = css({ textStyle: "xs", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const below = css({ textStyle: "sm", color: "danger", fontWeight: "medium", marginTop: "3" });
const latestAge = css({ marginTop: "2" });
const latestHead = css({ textStyle: "sm", fontWeight: "medium", marginTop: "5", marginBottom: "2" });
const foot = css({ marginTop: "4" });

const shownAtMost = 5;

/** How far the host's clock, as this device knows it, may be off, in ms: a token's `iat` has whole seconds, and takes a while to arrive. */
const clockErrorMs = 2000;

interface SlipUserProps {
  slip: SlipRow;
  user: CachedUser | undefined;
  /** Not in the host's list. */
  isUnknown: boolean;
  check: SlipCheck | undefined;
  wallets: KnownWallets | undefined;
  /** What the host was asked for and has not answered yet. */
  awaits: { readonly user: boolean; readonly wallets: boolean; readonly check: boolean };
}

type MovingRow = Pick<Transaction, "type" | "currency" | "fromCurrency" | "toCurrency">;

/** The balance when the slip was made, and how it is known. */
type Then =
  | { readonly is: "noted" | "same"; readonly amount: string }
  | { readonly is: "moved"; readonly count: number }
  | { readonly is: "unknown" };

/** Can't be fetched later: either this device noted it when asking, or nothing has moved since. */
function thenOf(noted: string | undefined, now: string | undefined, since: number | undefined): Then {
  if (noted !== undefined) return { is: "noted", amount: noted };
  if (since === undefined || now === undefined) return { is: "unknown" };
  return since === 0 ? { is: "same", amount: now } : { is: "moved", count: since };
}

/** Whether a transaction may have moved the balance in a currency: it names it, or none; a gift card's row may name that of the card alone. */
function mayHaveMoved({ type, currency, fromCurrency, toCurrency }: MovingRow, of: string): boolean {
  const named = [currency, fromCurrency, toCurrency].filter((one) => one !== undefined && one !== "");
  return type === "GIFTCARD" || named.length === 0 || named.some((one) => one !== undefined && unitOf(one) === unitOf(of));
}

function Fact({ name, children, note }: { name: string; children: ReactNode; note?: string | undefined }) {
  return (
    <div>
      <dt className={label}>{name}</dt>
      <dd className={value}>{children}</dd>
      {note ? <dd className={small}>{note}</dd> : null}
    </div>
  );
}

/** The user of a slip: identity, the balance then and now, and the latest transactions, each with its age (APPR-5). */
export function SlipUser({ slip, user, isUnknown, check, wallets, awaits }: SlipUserProps) {
  const { t } = useTranslation(["approvals", "common"]);
  const format = useFormat();
  const now = useNow();
  const userAsOf = useKeptUp(user?.seenAt);
  const { email, currency, amount, operation } = slip;
  const noted = useAttempt(slip.attempt)?.details["balanceBefore"];
  const kept = useLatestTransactions({ id: user?.id, username: user?.username }, shownAtMost, currency);
  const mayView = usePermission("canViewTransactions");
  const walletsOff = usePermissionOff("canManageWallets");
  const balance = balanceOf(slip, wallets)?.now;
  // A check of an older version of the app has no `since`.
  const told = check?.since?.is === "known" ? check.since : undefined;
  // Transactions fetched before the balance may lack one that changed it.
  const isRecent = told !== undefined && wallets !== undefined && told.asOf >= wallets.asOf;
  // Else there may be more since the slip.
  const isEnough = told?.isWhole === true || told?.rows.some(({ createdAt }) => Date.parse(createdAt) < slip.madeMs) === true;
  // Later ones are not in the balance.
  const until = (wallets?.asOf ?? 0) + hostClockOffset() + clockErrorMs;
  const since = (isRecent && isEnough ? told : undefined)?.rows.filter((row) => {
    const at = Date.parse(row.createdAt);
    return at >= slip.madeMs && at <= until && mayHaveMoved(row, currency);
  });
  // The slip's own effect is known.
  const others = since?.filter((row) => slip.reference === undefined || row.reference !== slip.reference).length;
  const moved = since !== undefined && since.length !== others ? amount : "0";
  const isUnreadable = moved !== "0" && !isOperation(operation);
  const before =
    balance === undefined || isUnreadable ? undefined : new Big(balance).plus(operation === "deduct" ? moved : `-${moved}`).toFixed();
  const then = thenOf(noted, before, others);
  const after = balanceOf(slip, wallets)?.after;
  const asOf = (at: number): string => t("user.asOf", { time: format.minute(at, now) });
  const userNote = (): string => {
    if (userAsOf !== undefined) return asOf(userAsOf);
    if (awaits.user) return t("user.awaited");
    return t(isUnknown ? "user.recordUnknown" : "user.recordMissing");
  };
  const unknownBefore = awaits.wallets || awaits.check ? t("user.awaited") : t("user.beforeUnknown");
  const money = (figure: string): string => `${format.exact(figure)} ${currency}`;
  return (
    <Card title={t("user.title")} description={user?.name ?? user?.username}>
      <dl className={facts}>
        <Fact name={t("user.kyc")} note={userNote()}>
          <KycMark user={user} withLevel />
        </Fact>
        <Fact name={t("user.since")}>{user?.createdAt ? format.date(Date.parse(user.createdAt)) : t("common:none")}</Fact>
        <Fact
          name={t("user.before")}
          note={
            then.is === "noted"
              ? t("user.beforeJournal")
              : then.is === "same"
                ? t("user.beforeSame")
                : then.is === "moved"
                  ? t("user.beforeMoved", { count: then.count })
                  : undefined
          }
        >
          {then.is === "noted" || then.is === "same" ? money(then.amount) : unknownBefore}
        </Fact>
        <Fact name={t("user.now")} note={wallets ? asOf(wallets.asOf) : walletsOff}>
          {balance === undefined ? t(awaits.wallets ? "user.awaited" : "user.nowUnknown") : money(balance)}
        </Fact>
        {after ? <Fact name={t("user.after")}>{money(after)}</Fact> : null}
      </dl>
      {after?.startsWith("-") ? <p className={below}>{t("user.below")}</p> : null}
      {mayView ? (
        <>
          <h3 className={latestHead}>{t("user.latest", { currency })}</h3>
          <Latest slip={slip} check={check} isAwaited={awaits.check} kept={kept} />
        </>
      ) : null}
      <p className={foot}>
        <Link href={links.user("userSummary", { email })} className={moreLook}>
          {t("user.all")}
        </Link>
      </p>
    </Card>
  );
}

interface LatestProps {
  slip: SlipRow;
  check: SlipCheck | undefined;
  isAwaited: boolean;
  kept: ReturnType<typeof useLatestTransactions>;
}

/** As the host says now, else as cached. */
function Latest({ slip, check, isAwaited, kept }: LatestProps) {
  const { t } = useTranslation(["approvals", "common"]);
  const format = useFormat();
  const now = useNow();
  const label = t("user.latest", { currency: slip.currency });
  const found = check?.latest;
  const isUnnamed = kept === "unnamed";
  const isBroken = kept === "broken";
  const cached = isUnnamed || isBroken ? [] : (kept ?? []);
  const rows = found?.is === "known" ? found.rows.slice(0, shownAtMost) : cached;
  if (rows.length === 0 && isAwaited) return <p className={small}>{t("user.awaited")}</p>;
  if (found?.is !== "known" && isUnnamed) return <p className={small}>{t("user.recordMissing")}</p>;
  if (found?.is !== "known" && isBroken) return <p className={small}>{t("user.latestBroken")}</p>;
  const age =
    found?.is === "known"
      ? t("user.asOf", { time: format.minute(found.asOf, now) })
      : [
          t("user.latestKept"),
          ...(cached.length > 0 ? [t("user.asOf", { time: format.minute(Math.min(...cached.map(({ seenAt }) => seenAt)), now) })] : []),
        ].join(", ");
  return (
    <>
      {rows.length > 0 ? <ShortTransactions label={label} rows={rows} /> : <p className={small}>{t("user.latestNone")}</p>}
      <p className={cx(small, latestAge)}>{age}</p>
    </>
  );
}

import type { ReactNode } from "react";
import { Link } from "wouter";
import { css, cva, cx } from "#styled/css";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useMe, type SlipRow } from "../../data/use-slips.ts";
import { isOwn } from "../../../db/money/slips.ts";
import { useFormat } from "../../format/use-format.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { ChequeFrame } from "../../parts/cheque-frame.tsx";
import { ChequeDeed, chequeLooks, StubLine } from "../../parts/cheque-parts.tsx";
import { EmailText } from "../../parts/email-text.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { SlipBalance } from "./slip-balance.ts";
import { isOperation, operationWord, personName, reasonWord, stateAt, stateWord } from "./slip-words.ts";

const stamp = cva({
  base: {
    alignSelf: "flex-start",
    px: "2.5",
    py: "1",
    borderWidth: "2px",
    borderRadius: "control",
    textStyle: "sm",
    fontWeight: "semibold",
    letterSpacing: "0.1em",
    textTransform: "uppercase",
    rotate: "-3deg",
    marginBlock: "1",
  },
  variants: {
    state: {
      executed: { color: "done", borderColor: "done" },
      refused: { color: "failed", borderColor: "failed" },
      withdrawn: { color: "ink.muted", borderColor: "line.strong" },
      expired: { color: "ink.muted", borderColor: "line.strong" },
      open: { color: "pending", borderColor: "pending", borderStyle: "dotted", rotate: "0deg" },
    },
  },
});
const words = css({ textStyle: "md", overflowWrap: "anywhere", whiteSpace: "pre-wrap", textWrap: "pretty" });
const quote = css({ borderInlineStartWidth: "2px", borderColor: "line.strong", paddingInlineStart: "3", maxWidth: "measure" });
const refs = css({ display: "flex", alignItems: "center", gap: "1", minWidth: "0" });
const link = css({ color: "accent", overflowWrap: "anywhere", _hover: { textDecoration: "underline" } });
const heading = css({ srOnly: true });
const step = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: "2",
  textStyle: "lg",
  fontVariantNumeric: "tabular-nums lining-nums",
  overflowWrap: "anywhere",
});
const stepOld = css({ color: "ink.muted" });
const stepNext = cva({ base: { fontWeight: "medium" }, variants: { isBelow: { true: { color: "danger" } } } });

const stampStates = ["executed", "refused", "withdrawn", "expired", "open"] as const;

interface SlipTextProps {
  slip: SlipRow;
  policy: KnownPolicy;
  /** The user's, if known. */
  balance: SlipBalance | undefined;
}

interface SlipChequeProps extends SlipTextProps {
  /** Footer of the checker's counterfoil; omit to leave out that counterfoil, which is still to be written. */
  children?: ReactNode;
}

/** A slip as a cheque with two counterfoils: maker, request and, across the tear, checker (APPR-5). */
export function SlipCheque({ slip, policy, balance, children }: SlipChequeProps) {
  const { t } = useTranslation("approvals");
  const state = stateAt(slip, useHostNow());
  const decided = (
    <>
      <CheckerLines slip={slip} state={state} />
      {children}
    </>
  );
  return (
    <ChequeFrame
      label={t("slip.cheque")}
      operation={slipKind(slip)}
      maker={{ label: t("slip.maker"), children: <MakerLines slip={slip} /> }}
      checker={children === undefined ? undefined : { label: t("slip.checker"), children: decided }}
    >
      <SlipText slip={slip} policy={policy} balance={balance} />
    </ChequeFrame>
  );
}

/** Look of a slip; an operation that isn't known looks as a deduction. */
const slipKind = ({ operation }: SlipRow): "fund" | "deduct" => (operation === "fund" ? "fund" : "deduct");

/** What is requested, and why. */
function SlipText({ slip, policy, balance }: SlipTextProps) {
  const { t } = useTranslation("approvals");
  const { operation, amount, currency, email, reason, note, reverses, reversedBy } = slip;
  const kind = slipKind(slip);
  return (
    <>
      <ChequeDeed operation={kind} verb={operationWord(t, operation)} amount={amount} currency={currency} />
      <div>
        {isOperation(operation) ? <p className={chequeLooks.label}>{t(kind === "fund" ? "slip.to" : "slip.from")}</p> : null}
        <p className={chequeLooks.whom}>
          <EmailText value={email} />
        </p>
      </div>
      {balance?.after === undefined ? null : <BalanceStep currency={currency} {...balance} after={balance.after} />}
      <div>
        <p className={chequeLooks.label}>{t("slip.reason")}</p>
        <p className={words}>{reasonWord(t, policy, reason)}</p>
      </div>
      <div>
        <p className={chequeLooks.label}>{t("slip.note")}</p>
        {note ? (
          // As written by the maker.
          <p className={cx(words, quote)} dir="auto">
            {note}
          </p>
        ) : (
          <p className={chequeLooks.muted}>{t("slip.noNote")}</p>
        )}
      </div>
      {reverses ? <Reference name={t("slip.reverses")} value={reverses} /> : null}
      {reversedBy ? <Reference name={t("slip.reversedBy")} value={reversedBy} /> : null}
    </>
  );
}

/** The user's balance before and after approval, and its age. */
function BalanceStep({ now, after, asOf, currency }: SlipBalance & { after: string; currency: string }) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const moment = useNow();
  return (
    <div>
      <p className={chequeLooks.label}>{t("slip.balance")}</p>
      <p className={step}>
        <VisuallyHidden>{t("slip.balanceFrom")} </VisuallyHidden>
        <span className={stepOld}>{format.exact(now)}</span>
        <span className={stepOld} aria-hidden="true">
          →
        </span>
        <VisuallyHidden> {t("slip.balanceTo")} </VisuallyHidden>
        <span className={stepNext({ isBelow: after.startsWith("-") })}>{`${format.exact(after)} ${currency}`}</span>
        <span className={chequeLooks.label}>{t("user.asOf", { time: format.minute(asOf, moment) })}</span>
      </p>
    </div>
  );
}

/** A ledger reference, with a link to its transaction. */
function Reference({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <p className={chequeLooks.label}>{name}</p>
      <p className={refs}>
        <Link href={links.transactions(value)} className={cx(chequeLooks.mono, link)}>
          {value}
        </Link>
        <CopyButton value={value} what={name} />
      </p>
    </div>
  );
}

function Person({ person }: { person: SlipRow["maker"] }) {
  const { t } = useTranslation("approvals");
  const me = useMe();
  const name = personName(person);
  return (
    <>
      {isOwn({ maker: person }, me) ? t("slip.self", { name }) : name}
      {person.email && person.email !== name ? (
        <span className={cx(chequeLooks.label, css({ display: "block" }))}>{person.email}</span>
      ) : null}
    </>
  );
}

function Moment({ at }: { at: string }) {
  const format = useFormat();
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={format.full(ms)}>
      {format.dateTime(ms)}
    </time>
  );
}

function MakerLines({ slip }: { slip: SlipRow }) {
  const { t } = useTranslation("approvals");
  return (
    <>
      <StubLine name={t("slip.maker")}>
        <Person person={slip.maker} />
      </StubLine>
      <StubLine name={t("slip.madeAt")}>
        <Moment at={slip.madeAt} />
      </StubLine>
      {slip.makerSignedAt ? (
        <StubLine name={t("slip.signedAt")}>
          <Moment at={slip.makerSignedAt} />
        </StubLine>
      ) : null}
      <StubLine name={t("slip.number")}>
        <span className={chequeLooks.mono} title={slip.id}>
          {slip.id.length > 12 ? `…${slip.id.slice(-8)}` : slip.id}
        </span>
      </StubLine>
    </>
  );
}

/** Who decided and how, or that nobody has yet. */
function CheckerLines({ slip, state }: { slip: SlipRow; state: string }) {
  const { t } = useTranslation("approvals");
  const { checker, decidedAt, decisionNote, newBalance, reference, why } = slip;
  const format = useFormat();
  const line = (name: string, content: ReactNode) => <StubLine name={name}>{content}</StubLine>;
  return (
    <>
      <h2 className={heading}>{t("slip.checker")}</h2>
      <p className={stamp({ state: stampStates.find((one) => one === state) ?? "expired" })}>{stateWord(t, state)}</p>
      <dl className={css({ display: "contents" })}>
        {checker ? line(t("slip.checker"), <Person person={checker} />) : null}
        {!checker && state === "open" ? line(t("slip.checker"), t("slip.nobody")) : null}
        {decidedAt
          ? line(state === "expired" || state === "withdrawn" ? t(`states.${state}`) : t("slip.decidedAt"), <Moment at={decidedAt} />)
          : null}
        {state === "open" || (state === "expired" && !decidedAt) ? line(t("slip.expiresAt"), <Moment at={slip.expiresAt} />) : null}
        {slip.checkerSignedAt ? line(t("slip.signedAt"), <Moment at={slip.checkerSignedAt} />) : null}
        {decisionNote ? line(t("slip.decisionNote"), decisionNote) : null}
        {newBalance ? line(t("slip.newBalance"), `${format.exact(newBalance)} ${slip.currency}`) : null}
        {why ? line(t("slip.decisionNote"), t("slip.why", { why })) : null}
      </dl>
      {reference ? <Reference name={t("slip.reference")} value={reference} /> : null}
    </>
  );
}

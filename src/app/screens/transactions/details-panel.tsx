import { type ReactNode, useRef, useState } from "react";
import { useLocation } from "wouter";
import { css } from "#styled/css";
import type { TransactionReader } from "../../../sync/transactions/transaction-reader.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { PinButton } from "../../cases/pin-button.tsx";
import { usePin } from "../../cases/use-pin.ts";
import { useKeptUp } from "../../data/use-kept-up.ts";
import { useTransaction } from "../../data/use-transaction.ts";
import { isSameField } from "../../figures/change.ts";
import { useFormat, useSecondFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { isOverList } from "../../state/over-list.ts";
import { cityOf, useSettings } from "../../state/settings.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Printer } from "../../ui/more-icons.ts";
import { Notice } from "../../ui/notice.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { useSearch } from "../../state/use-search.ts";
import { Amount } from "./amount.tsx";
import { Missing } from "./missing-transaction.tsx";
import { type Row, isKnownStatus, isKnownType, statusKind } from "./looks.ts";
import { StepButtons } from "./step-buttons.tsx";
import { useStepKeys, useSteps } from "./use-steps.ts";

const ReverseTransaction = lazyPart(async () => (await import("./reverse-transaction.tsx")).ReverseTransaction, { words: ["deeds"] });
const StatusExplained = lazyPart(async () => (await import("./status-explained.tsx")).StatusExplained, {
  words: ["explained"],
  instead: LostPart,
  until: () => <div className={explainedPlace} />,
});

/** Announces the transaction stepped to. */
const stepped = css({ srOnly: true });
const content = css({ display: "flex", flexDirection: "column", gap: "4" });
const head = css({ pb: "1" });
/** Reserves the usual height of the status explanation, so the fields below don't move when it loads. */
const explainedPlace = css({ minHeight: "[12.5rem]" });
const kind = css({ textStyle: "sm", color: "ink.muted" });
const figure = css({ textStyle: "figure", overflowWrap: "anywhere" });
const state = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  rowGap: "1",
  textStyle: "sm",
  fontVariantNumeric: "tabular-nums lining-nums",
});
const list = css({ display: "flex", flexDirection: "column" });
const line = css({
  display: "grid",
  gridTemplateColumns: "[minmax(7.75rem, 0.8fr) minmax(0, 2fr)]",
  alignItems: "start",
  gap: "3",
  py: "1.5",
  // Keep an id on one line.
  smDown: { gridTemplateColumns: "[minmax(0, 1fr)]", rowGap: "0" },
  borderBottomWidth: "1px",
  borderColor: "line",
  textStyle: "sm",
  _print: { breakInside: "avoid" },
});
const name = css({ color: "ink.muted", overflowWrap: "anywhere", py: "1.5", smDown: { pb: "0" } });
const held = css({ display: "flex", alignItems: "flex-start", gap: "2", minWidth: "0", smDown: { marginTop: "-1.5" } });
const value = css({
  flex: "1",
  minWidth: "0",
  fontFamily: "mono",
  fontSize: "xs",
  lineHeight: "1.25rem",
  py: "1.5",
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
  maxHeight: "40",
  overflowY: "auto",
  _print: { maxHeight: "none", overflow: "visible" },
});
/** Empty, it takes no room, but stays in the accessibility tree: else its text would not be announced. */
const note = css({ textStyle: "sm", fontWeight: "medium", color: "processing", _empty: { position: "absolute" } });
const old = css({ color: "ink.muted", textDecoration: "line-through" });
const arrow = css({ mx: "1.5", color: "ink.muted" });
const fresh = css({ textDecoration: "none", bg: "processing.soft", borderRadius: "sm" });
/** Values longer than this, in characters, may scroll; the box is then a tab stop and needs a name. */
const scrolls = 200;
/** Fields the device adds; host fields of the same name are kept in `theirs`. */
const ours = new Set(["at", "seenAt", "theirs", "turned"]);

/** The fields of a row as sent by the host. */
function sentOf(row: Row): [field: string, text: string][] {
  // A row that came with only an `_id` also has it as `id`.
  const sent = Object.entries(row).filter(([field, content]) => !ours.has(field) && !(field === "id" && content === row._id));
  const fields = [...sent, ...Object.entries(row.theirs ?? {}).filter(([, content]) => content !== undefined)];
  return fields.map(([field, content]) => [field, textOf(content)]);
}

/** Of a field without a value, only its presence is kept. */
const textOf = (field: unknown): string => (typeof field === "string" ? field : JSON.stringify(field ?? null, undefined, 2));

/** The current value, preceded by the previous one if it differs. */
const Changed = ({ was, children }: { was: ReactNode; children: ReactNode }) =>
  was === undefined ? (
    children
  ) : (
    <>
      <del className={old}>{was === "" ? "—" : was}</del>
      <span className={arrow}>→</span>
      <ins className={fresh}>{children}</ins>
    </>
  );

function Status({ status: sent }: { status: string | undefined }) {
  const { t } = useTranslation(["transactions", "common"]);
  const status = sent?.toUpperCase();
  return (
    <StatusMark kind={statusKind(status)}>
      {status && isKnownStatus(status) ? t(`statuses.${status}`) : sent || t("common:none")}
    </StatusMark>
  );
}

/** Summary of a transaction; amount and status as old → new if they are among the fields `changed` since `first`. */
function Glance({ row, first, changed }: { row: Row; first: Row; changed: readonly string[] }) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const second = useSecondFormat();
  const { secondZone } = useSettings();
  const type = row.type?.toUpperCase();
  const isPaidOtherwise = changed.includes("amount") || changed.includes("currency");
  return (
    <div className={head}>
      <p className={kind}>{type && isKnownType(type) ? t(`types.${type}`) : row.type || t("common:none")}</p>
      <p className={figure}>
        <Changed was={isPaidOtherwise ? <Amount value={first.amount} currency={first.currency} format={format} /> : undefined}>
          <Amount value={row.amount} currency={row.currency} format={format} />
        </Changed>
      </p>
      <p className={state}>
        <Changed was={changed.includes("status") ? <Status status={first.status} /> : undefined}>
          <Status status={row.status} />
        </Changed>
        <time dateTime={new Date(row.at).toISOString()}>{format.full(row.at)}</time>
        {second ? (
          <time dateTime={new Date(row.at).toISOString()}>
            {second.full(row.at)} ({cityOf(secondZone)})
          </time>
        ) : null}
      </p>
    </div>
  );
}

/**
 * Every field of a transaction as last sent by the host, each copyable (DASH-9); as old → new if changed since the
 * panel opened (FIND-2).
 */
function Fields({ row }: { row: Row }) {
  const { t } = useTranslation("lookup");
  const [first, setFirst] = useState(row);
  // Stepping on keeps the elements, and so the focused one.
  if (first.id !== row.id) setFirst(row);
  const before = new Map(sentOf(first));
  const fields = sentOf(row);
  const was = (field: string, text: string): string | undefined => {
    const old = before.get(field) ?? "";
    return isSameField(field, old, text) ? undefined : old;
  };
  const gone = [...before].filter(([field]) => !fields.some(([name]) => name === field));
  const changed = [...fields, ...gone].flatMap(([field, text]) => (was(field, text) === undefined ? [] : [field]));
  return (
    <>
      <Glance key={row.id} row={row} first={first} changed={changed} />
      <p role="status" className={note}>
        {changed.length > 0 ? t("details.changed", { fields: changed.join(", ") }) : null}
      </p>
      <StatusExplained key={row.id} row={row} />
      <dl className={list}>
        {fields.map(([field, text]) => (
          <div key={field} className={line}>
            <dt className={name}>{field}</dt>
            <dd className={held}>
              <span className={value} {...(text.length > scrolls ? { role: "group", "aria-label": field } : {})}>
                <Changed was={was(field, text)}>{text}</Changed>
              </span>
              <CopyButton value={text} what={field} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const listed = (reader: TransactionReader, id: string): Row | undefined =>
  reader.reading.get().window?.items.flatMap((item) => (item?.is === "row" && item.row.id === id ? [item.row] : []))[0];

/**
 * /transactions/{id}: a transaction's details over the list, from the cache, else from the host's search (DASH-9,
 * FIND-2). Prints as its own page.
 */
export function DetailsPanel({ id, reader }: { id: string; reader: TransactionReader }) {
  const { t } = useTranslation("lookup");
  const format = useFormat();
  const now = useNow();
  const [, navigate] = useLocation();
  const search = useSearch();
  const { state, retry } = useTransaction(id, listed(reader, id));
  const row = state.is === "found" ? state.row : undefined;
  const isGone = state.is === "found" && state.isGone;
  const asOf = useKeptUp(isGone ? undefined : row?.seenAt) ?? row?.seenAt;
  const steps = useSteps(reader, row, (to) => navigate(links.transaction(to.id, search), { replace: true, state: history.state }));
  const body = useRef<HTMLDivElement>(null);
  const [opened] = useState(id);
  const pin = usePin();
  useStepKeys(body, steps);
  const close = () => {
    if (isOverList(history.state)) history.back();
    else navigate(links.filtered(search), { replace: true });
  };
  return (
    <Dialog
      open
      onClose={close}
      shape="side"
      title={t("details.title")}
      description={asOf === undefined ? undefined : t("details.fieldsAsOf", { time: format.minute(asOf, now) })}
      actions={
        <>
          <StepButtons steps={steps} />
          <PinButton
            off={row ? undefined : t("details.nothing")}
            onPin={() => row && pin(async () => [{ is: "transaction", row }])}
            within={body}
          />
          {/* With the fields that a reversal needs, and not reversed yet, an admin may have moved it. */}
          {row?.reference && row.amount && row.currency && !row.reversedBy ? <ReverseTransaction row={row} /> : null}
          <Button icon={<Printer size={16} aria-hidden />} off={row ? undefined : t("details.nothing")} onClick={() => print()}>
            {t("details.print")}
          </Button>
        </>
      }
    >
      <p role="status" className={stepped}>
        {row && id !== opened ? [row.username, row.reference ?? row.id].filter(Boolean).join(" · ") : null}
      </p>
      <div ref={body} className={content}>
        {isGone ? (
          <Notice tone="warning" title={t("details.gone")}>
            {t("details.goneHint")}
          </Notice>
        ) : null}
        {row ? <Fields row={row} /> : <Missing id={id} state={state} onRetry={retry} />}
      </div>
    </Dialog>
  );
}

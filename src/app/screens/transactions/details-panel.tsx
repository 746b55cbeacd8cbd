import { Suspense } from "react";
import { css } from "#styled/css";
import { lazyPart } from "../../boot/lazy-part.tsx";
import { useLatestRow } from "../../data/use-latest-row.ts";
import { useFormat } from "../../format/use-format.ts";
import { loadWords } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Printer } from "../../ui/more-icons.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { Amount } from "./amount.tsx";
import { mayBeReversed } from "./reversible.ts";
import { type Row, isKnownStatus, isKnownType, statusKind } from "./looks.ts";

const ReverseTransaction = lazyPart(async () => {
  const [{ ReverseTransaction: Component }] = await Promise.all([import("./reverse-transaction.tsx"), loadWords(["deeds"])]);
  return Component;
});

const head = css({ pb: "1" });
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
  // An id stands on one line.
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
/** A value of so many characters may scroll in its place, which then is a stop of the Tab key and needs a name. */
const scrolls = 200;
/** What the device adds to a row is no field of the host's; what the host sent under the same names stands apart. */
const ours = new Set(["at", "seenAt", "theirs"]);

/** What is kept of a field without a value is that it was there. */
const textOf = (field: unknown): string => (typeof field === "string" ? field : JSON.stringify(field ?? null, undefined, 2));

/** What a transaction is, at a glance. */
function Glance({ row }: { row: Row }) {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const type = row.type?.toUpperCase();
  const status = row.status?.toUpperCase();
  return (
    <div className={head}>
      <p className={kind}>{type && isKnownType(type) ? t(`types.${type}`) : row.type || t("common:none")}</p>
      <p className={figure}>
        <Amount value={row.amount} currency={row.currency} format={format} />
      </p>
      <p className={state}>
        <StatusMark kind={statusKind(status)}>
          {status && isKnownStatus(status) ? t(`statuses.${status}`) : row.status || t("common:none")}
        </StatusMark>
        <time dateTime={new Date(row.at).toISOString()}>{format.full(row.at)}</time>
      </p>
    </div>
  );
}

/** Every field of a transaction that the host sent last, each copyable (DASH-9); printed, it is a page of its own. */
export function DetailsPanel({ row: opened, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation("transactions");
  const row = useLatestRow(opened);
  // A row that came with an `_id` alone has it as its `id` too.
  const sent = Object.entries(row).filter(([field, content]) => !ours.has(field) && !(field === "id" && content === row._id));
  const fields = [...sent, ...Object.entries(row.theirs ?? {}).filter(([, content]) => content !== undefined)];
  return (
    <Dialog
      open
      onClose={onClose}
      shape="side"
      title={t("details.title")}
      description={t("details.fieldsOf")}
      actions={
        <>
          {mayBeReversed(row) ? (
            <Suspense fallback={null}>
              <ReverseTransaction row={row} />
            </Suspense>
          ) : null}
          <Button icon={<Printer size={16} aria-hidden />} onClick={() => print()}>
            {t("details.print")}
          </Button>
        </>
      }
    >
      <Glance row={row} />
      <dl className={list}>
        {fields.map(([field, content]) => (
          <div key={field} className={line}>
            <dt className={name}>{field}</dt>
            <dd className={held}>
              <span className={value} {...(textOf(content).length > scrolls ? { role: "group", "aria-label": field } : {})}>
                {textOf(content)}
              </span>
              <CopyButton value={textOf(content)} what={field} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

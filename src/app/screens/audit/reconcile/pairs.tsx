import { css } from "#styled/css";
import type { Booked, StatementEntry } from "../../../../db/files/reconcile.ts";
import { everyDigit } from "../../../format/whole-amount.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { type DataColumn, DataTable } from "../../../ui/data-table.tsx";
import { isKnownStatus, isKnownType, statusKind } from "../../transactions/looks.ts";
import { shownAtMost } from "./reconciler.ts";

const note = css({ textStyle: "sm", color: "ink.muted", marginBottom: "3", maxWidth: "prose" });
const muted = css({ color: "ink.muted" });

/** A line of the statement, a transaction, or both side by side. */
export interface Pair {
  readonly entry: StatementEntry | undefined;
  readonly row: Booked | undefined;
  readonly note: string | undefined;
}

interface PairsProps {
  label: string;
  about: string;
  pairs: readonly Pair[];
  /** Total number; stated if more than are shown. */
  total: number;
}

/** The lines of one group: the file's beside this device's. */
export function Pairs({ label, about, pairs, total }: PairsProps) {
  const { t } = useTranslation(["reconcile", "transactions", "common"]);
  const format = useFormat();
  const sum = (amount: string | undefined, currency: string | undefined) =>
    amount === undefined ? "" : `${everyDigit(format, amount)} ${currency ?? ""}`.trim();
  const status = (text: string | undefined) => {
    const upper = text?.toUpperCase();
    return <StatusMark kind={statusKind(text)}>{upper && isKnownStatus(upper) ? t(`transactions:statuses.${upper}`) : text}</StatusMark>;
  };
  const type = (text: string | undefined) => {
    const upper = text?.toUpperCase();
    return upper && isKnownType(upper) ? t(`transactions:types.${upper}`) : (text ?? "");
  };
  if (pairs.length === 0)
    return (
      <>
        <p className={note}>{about}</p>
        <EmptyState title={t("nothing")} />
      </>
    );
  const there: readonly DataColumn<Pair>[] = [
    { label: t("there.line"), kind: "figure", render: ({ entry }) => entry?.line },
    { label: t("there.day"), kind: "figure", render: ({ entry }) => entry?.day },
    { label: t("there.amount"), kind: "figure", align: "end", render: ({ entry }) => sum(entry?.amount, entry?.currency) },
    { label: t("there.reference"), kind: "mono", render: ({ entry }) => entry?.reference },
  ];
  const here: readonly DataColumn<Pair>[] = [
    { label: t("here.amount"), kind: "figure", align: "end", render: ({ row }) => sum(row?.amount, row?.currency) },
    { label: t("here.reference"), kind: "mono", render: ({ row }) => row?.reference },
    { label: t("here.user"), render: ({ row }) => row?.username },
    { label: t("here.type"), render: ({ row }) => (row ? type(row.type) : null) },
    { label: t("here.status"), render: ({ row }) => (row ? status(row.status) : null) },
    { label: t("here.day"), kind: "figure", render: ({ row }) => row?.day },
  ];
  const notes: readonly DataColumn<Pair>[] = [{ label: t("note"), className: muted, render: (pair) => pair.note }];
  const columns = [
    ...(pairs.some(({ entry }) => entry) ? there : []),
    ...(pairs.some(({ row }) => row) ? here : []),
    ...(pairs.some((pair) => pair.note) ? notes : []),
  ];
  return (
    <>
      <p className={note}>{about}</p>
      <DataTable
        label={label}
        size="large"
        rows={pairs}
        keyOf={({ entry, row }) => `${entry?.line ?? ""} ${row?.id ?? ""}`}
        columns={columns}
      />
      {total > shownAtMost ? (
        <p className={note}>{t("shown", { shown: format.number(String(shownAtMost)), of: format.number(String(total)) })}</p>
      ) : null}
    </>
  );
}

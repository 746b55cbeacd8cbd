import { css } from "#styled/css";
import type { Booked, StatementEntry } from "../../../../db/files/reconcile.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../../ui/table.tsx";
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
    amount === undefined ? "" : `${format.signed(amount)} ${currency ?? ""}`.trim();
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
  const hasEntries = pairs.some(({ entry }) => entry);
  const hasRows = pairs.some(({ row }) => row);
  const hasNotes = pairs.some(({ note: words }) => words);
  return (
    <>
      <p className={note}>{about}</p>
      <Table label={label} size="large">
        <TableHead>
          {hasEntries ? (
            <>
              <Th>{t("there.line")}</Th>
              <Th>{t("there.day")}</Th>
              <Th align="end">{t("there.amount")}</Th>
              <Th>{t("there.reference")}</Th>
            </>
          ) : null}
          {hasRows ? (
            <>
              <Th align="end">{t("here.amount")}</Th>
              <Th>{t("here.reference")}</Th>
              <Th>{t("here.user")}</Th>
              <Th>{t("here.type")}</Th>
              <Th>{t("here.status")}</Th>
              <Th>{t("here.day")}</Th>
            </>
          ) : null}
          {hasNotes ? <Th>{t("note")}</Th> : null}
        </TableHead>
        <TableBody>
          {pairs.map(({ entry, row, note: words }) => (
            <Tr key={`${entry?.line ?? ""} ${row?.id ?? ""}`}>
              {hasEntries ? (
                <>
                  <Td label={t("there.line")} kind="figure">
                    {entry?.line}
                  </Td>
                  <Td label={t("there.day")} kind="figure">
                    {entry?.day}
                  </Td>
                  <Td label={t("there.amount")} kind="figure" align="end">
                    {sum(entry?.amount, entry?.currency)}
                  </Td>
                  <Td label={t("there.reference")} kind="mono">
                    {entry?.reference}
                  </Td>
                </>
              ) : null}
              {hasRows ? (
                <>
                  <Td label={t("here.amount")} kind="figure" align="end">
                    {sum(row?.amount, row?.currency)}
                  </Td>
                  <Td label={t("here.reference")} kind="mono">
                    {row?.reference}
                  </Td>
                  <Td label={t("here.user")}>{row?.username}</Td>
                  <Td label={t("here.type")}>{row ? type(row.type) : null}</Td>
                  <Td label={t("here.status")}>{row ? status(row.status) : null}</Td>
                  <Td label={t("here.day")} kind="figure">
                    {row?.day}
                  </Td>
                </>
              ) : null}
              {hasNotes ? (
                <Td label={t("note")} className={muted}>
                  {words}
                </Td>
              ) : null}
            </Tr>
          ))}
        </TableBody>
      </Table>
      {total > shownAtMost ? (
        <p className={note}>{t("shown", { shown: format.number(String(shownAtMost)), of: format.number(String(total)) })}</p>
      ) : null}
    </>
  );
}

import { type BulkRow, type BulkRun, readRows } from "../../../db/money/bulk-runs.ts";
import { isOver } from "../../../db/money/open-run.ts";
import { csvFile, csvOf, figure, iso } from "../../csv/csv.ts";
import { datedName, download } from "../../ui/download.ts";
import type { Translate } from "../../words/keys.ts";
import type { Sync } from "../../../sync/start-sync.ts";

/** Rows of which more will be known. */
const isOpen = ({ is }: BulkRow): boolean => is === "sending" || is === "unknown";

/**
 * A run's report: each row with its outcome, the host's message, the balance, the reference and the time (BULK-5). The last lines
 * say how many rows became slips, if rows were sent without the host having told what others sent, and if the report isn't final.
 */
export function reportOf(t: Translate<"bulkRun">, run: Pick<BulkRun, "state" | "unseenAt">, rows: readonly BulkRow[], at: number): string {
  const head = [
    t("column.line"),
    t("column.operation"),
    t("column.email"),
    t("column.amount"),
    t("column.currency"),
    t("column.reason"),
    t("column.note"),
    t("column.outcome"),
    t("column.message"),
    t("column.balance"),
    t("column.reference"),
    t("column.slip"),
    t("column.attempt"),
    t("column.time"),
  ];
  const lines = rows.map((row) => [
    row.line,
    t(`operations.${row.operation}`),
    row.email,
    figure(row.amount),
    row.currency,
    row.reason,
    row.note,
    t(`states.${row.is}`),
    row.message,
    figure(row.balance),
    row.reference,
    row.slip,
    row.is === "waiting" || row.is === "twice" ? undefined : row.attempt,
    row.at === undefined ? undefined : iso(row.at),
  ]);
  const isFinal = isOver(run) && !rows.some(isOpen);
  const asked = rows.filter(({ is }) => is === "asked").length;
  const slips = asked === 0 ? [] : [[t("slips", { count: asked, shown: String(asked) })]];
  const unseen = run.unseenAt === undefined ? [] : [[t("unseen", { time: iso(run.unseenAt) })]];
  const open = isFinal ? [] : [[t("notFinal", { time: iso(at) })]];
  return csvOf([head, ...lines, ...slips, ...unseen, ...open]);
}

/** The report's file name: the run's own, without its extension, and the day of its start. */
export const reportName = (t: Translate<"bulkRun">, { name, at }: Pick<BulkRun, "name" | "at">): string =>
  datedName(t("reportName", { name: name.replace(/\.[a-z]+$/i, "") }), at, "csv");

/** Downloads a run's report. Rejects with the database's error. */
export async function downloadReport(t: Translate<"bulkRun">, { db }: Pick<Sync, "db">, run: BulkRun): Promise<void> {
  const rows = await readRows(db, run.id);
  download(reportName(t, run), csvFile(reportOf(t, run, rows, Date.now())));
}

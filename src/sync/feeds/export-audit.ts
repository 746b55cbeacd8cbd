import { type AuditEntry, type AuditFilter, auditLogs } from "../../contract/audit.ts";
import { nameOf } from "../../contract/call.ts";
import { auditPath } from "./audit-feed.ts";
import { failureOf } from "../wire/held-answer.ts";
import type { Host } from "../wire/host.ts";

const pageSize = 200;

export type AuditExport =
  | { readonly is: "done"; readonly entries: number; readonly upTo: number }
  | { readonly is: "failed"; readonly message: string | undefined }
  | { readonly is: "cancelled" };

/**
 * Reads every entry that matches a filter, page by page, newest first, and passes each page on. `upTo` leaves out entries added
 * during the read, so none is missed or repeated. Without `hasNextPage`, reads until an empty page or until `total` is reached;
 * fails if the host sends a page twice, or ends before `total` is reached.
 */
export async function exportAudit(
  host: Host,
  filter: AuditFilter,
  onPage: (entries: readonly AuditEntry[], total: number) => void,
  signal: AbortSignal,
): Promise<AuditExport> {
  host.beginAnew(nameOf(auditLogs));
  let upTo: number | undefined;
  let entries = 0;
  let lowest = Infinity;
  for (let page = 1; ; page += 1) {
    const query = { ...filter, page, limit: pageSize, ...(upTo === undefined ? {} : { upTo }) };
    const answer = await host.reads.read(auditLogs, { path: auditPath(host), query }, signal);
    if (signal.aborted) return { is: "cancelled" };
    if (answer.is !== "answered") return failureOf(answer);
    const { entries: rows, total, hasNextPage } = answer.value;
    upTo ??= rows[0]?.seq;
    if (rows.some((entry) => entry.seq >= lowest)) return { is: "failed", message: undefined };
    lowest = Math.min(lowest, ...rows.map((entry) => entry.seq));
    entries += rows.length;
    onPage(rows, total ?? entries);
    const isShort = total !== undefined && entries < total;
    const hasMore = hasNextPage ?? (total === undefined || isShort);
    const isLast = !hasMore || rows.length === 0;
    if (isLast && isShort) return { is: "failed", message: undefined };
    if (isLast) return { is: "done", entries, upTo: upTo ?? 0 };
  }
}

import * as v from "valibot";
import { auditChain, auditCounts, auditEntry, auditFilter, auditLogs } from "../../contract/audit.ts";
import { auditPageSize, putAuditCounters, putAuditEntry, putAuditPage } from "../../db/audit/audit.ts";
import { lacksRows, lengthBy } from "../../db/store/list-length.ts";
import { queryKey } from "../../db/store/query-key.ts";
import type { Database } from "../../db/store/database.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";

const pageInput = v.object({ filter: auditFilter, page: v.number(), upTo: v.optional(v.number()) });
export type AuditInput = v.InferInput<typeof pageInput>;

/** The log's path from config.json; `below` is a path under it. */
export const auditPath = (host: Host, below = ""): string => `${host.config.auditLog ?? auditLogs.path}${below}`;

/** Fetches one page of the log under a filter. */
const pageFeed =
  (host: Host, db: Database): FeedWorker<AuditInput> =>
  async (input, signal) => {
    const { filter, page, upTo } = v.parse(pageInput, input);
    const query = { ...filter, page, limit: auditPageSize, ...(upTo === undefined ? {} : { upTo }) };
    const answer = await host.reads.read(auditLogs, { path: auditPath(host), query }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    const { entries, total, hasNextPage } = answer.value;
    const said = { sent: entries.length, total, hasNextPage };
    await putAuditPage(db, filter, page, upTo, { entries, ...lengthBy(page, auditPageSize, said), asOf: answer.sentAt });
    return { is: lacksRows(page, auditPageSize, said) ? "failed" : "done" };
  };

const periodInput = v.pick(auditFilter, ["dateFrom", "dateTo", "timeZone"]);
export type AuditPeriod = v.InferInput<typeof periodInput>;

/** Fetches the counters of a period. */
const countersFeed =
  (host: Host, db: Database): FeedWorker<AuditPeriod> =>
  async (input, signal) => {
    const period = v.parse(periodInput, input);
    const answer = await host.reads.read(auditCounts, { path: auditPath(host, "/counters"), query: period }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    await putAuditCounters(db, queryKey(period), { figures: answer.value, asOf: answer.sentAt });
    return { is: "done" };
  };

/** Fetches one entry, by its number. `odd`: the log has none. */
const entryFeed =
  (host: Host, db: Database): FeedWorker<number> =>
  async (input, signal) => {
    const seq = v.parse(v.number(), input);
    const answer = await host.reads.read(auditChain, { path: auditPath(host, "/chain"), query: { from: seq, limit: 1 } }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    const parsed = v.safeParse(auditEntry, answer.value.entries[0]);
    if (!parsed.success || parsed.output.seq !== seq) return { is: "odd" };
    await putAuditEntry(db, parsed.output);
    return { is: "done" };
  };

/** Feeds of the host's audit log; unused where config.json announces none. */
export const auditFeeds = (host: Host, db: Database) => ({
  audit: pageFeed(host, db),
  auditCounters: countersFeed(host, db),
  auditEntry: entryFeed(host, db),
});

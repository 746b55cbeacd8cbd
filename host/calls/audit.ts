import { auditChain, auditCounts, auditLogs } from "../../src/contract/audit.ts";
import { wireEntry } from "../audit/write-entry.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { chainFrom, countEntries, findEntries } from "../queries/audit.ts";

/** The audit log, its counters and its chain (AUD-1, AUD-3); reading it leaves no entry. */
export function auditCalls(router: Router): void {
  const { reads } = router.deps;
  const needs = "canAccessReports";

  adminCall(router, auditLogs, { needs, defaults: { page: "1", limit: "50" } }, async ({ query }) => {
    const { rows, total } = await reads((db) => findEntries(db, query));
    const { page, limit } = query;
    const totalPages = Math.max(1, Math.ceil(total / limit));
    return {
      success: true,
      data: rows.map(wireEntry),
      pagination: { currentPage: page, limit, total, totalPages, hasNextPage: page < totalPages },
    };
  });

  adminCall(router, auditCounts, { needs }, async ({ query }) => ({ success: true, data: await reads((db) => countEntries(db, query)) }));

  adminCall(router, auditChain, { needs, defaults: { from: "1", limit: "200" } }, async ({ query: { from, limit } }) => {
    const { rows, head } = await reads((db) => chainFrom(db, from, limit));
    return { success: true, data: { entries: rows.map(wireEntry), head } };
  });
}

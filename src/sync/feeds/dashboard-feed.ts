import { dashboardAnalytics } from "../../contract/analytics.ts";
import { listUsers } from "../../contract/users.ts";
import { keepUserTotal, putAnalytics } from "../../db/figures/analytics.ts";
import type { Database } from "../../db/store/database.ts";
import { putUserPage } from "../../db/people/user-pages.ts";
import type { Host } from "../wire/host.ts";
import type { DemandResult } from "./feed-worker.ts";

/** First page of the users list; its answer carries the total user count (DASH-1). */
const firstUsers = { limit: 10, skip: 0, sort: "-createdAt" };

/** Fetches the dashboard figures, and the newest page of users for the user count; caches both. */
export async function fetchAnalytics(host: Host, db: Database, signal: AbortSignal): Promise<DemandResult> {
  const users = { path: host.config.paths.users ?? listUsers.path, query: firstUsers };
  const [figures, list] = await Promise.all([host.reads.read(dashboardAnalytics, {}, signal), host.reads.read(listUsers, users, signal)]);
  if (signal.aborted) return { is: "failed" };
  if (figures.is === "answered") await putAnalytics(db, figures.value, figures.sentAt);
  if (list.is === "answered") {
    const { users: sent, total } = list.value;
    await putUserPage(db, firstUsers, { users: sent, total, asOf: list.sentAt });
    // Without `total`, only a page that isn't full tells the count.
    await keepUserTotal(db, total ?? (sent.length < firstUsers.limit ? sent.length : undefined), list.sentAt);
  }
  return { is: figures.is === "answered" ? "done" : "failed" };
}

import * as v from "valibot";
import { defineFilters, type Draft, type Filters, fits } from "../../lists/filters.ts";
import { paramsOf } from "../../params.ts";
import { dayAt } from "../../../contract/zones.ts";
import { day as dayName } from "../../../contract/scalars.ts";
import { auditActions } from "../../../contract/actions.ts";
import { type AuditFilter, auditFilter, auditOutcomes } from "../../../contract/audit.ts";

type FilterName = Exclude<keyof AuditFilter, "timeZone">;

/** Text of the fields; "" means no filter. */
export type AuditDraft = Draft<FilterName>;

export const periods = ["today", "week", "month", "all"] as const;
export type Period = (typeof periods)[number];

/**
 * `device`: this device's journal; `all`: the host's log; `reconcile`: a statement against the cached transactions;
 * `close`: a day's totals.
 */
export type AuditTab = "all" | "device" | "reconcile" | "close";

/** The view in the URL. */
export interface AuditView {
  readonly tab: AuditTab;
  readonly draft: AuditDraft;
  readonly filter: AuditFilter;
  readonly period: Period;
  /** Number of the entry, or id of the attempt, whose details are open. */
  readonly entry: string;
  /** Day to close (YYYY-MM-DD); "" if none is named. */
  readonly day: string;
}

const auditTabs = ["all", "device", "reconcile", "close"] as const satisfies readonly AuditTab[];

/** Outcomes of journal attempts; the host's log has no unknown outcome. */
export const deviceOutcomes = ["done", "refused", "never", "unknown"] as const;

const checks = {
  q: fits(auditFilter, "q"),
  actor: fits(auditFilter, "actor"),
  action: fits(auditFilter, "action"),
  outcome: fits(auditFilter, "outcome"),
  alerts: (text: string) => text === "true",
  dateFrom: fits(auditFilter, "dateFrom"),
  dateTo: fits(auditFilter, "dateTo"),
};
const hostFilters = defineFilters<FilterName>(checks);
const deviceFilters = defineFilters<FilterName>({
  ...checks,
  outcome: (text) => deviceOutcomes.some((outcome) => outcome === text),
  alerts: () => false,
});

export const auditFiltersOf = (tab: AuditTab): Filters<FilterName> => (tab === "all" ? hostFilters : deviceFilters);

/** The filter of the fields; "unknown" exists only in the journal and isn't sent to the host. */
export function filterOf({ q, actor, action, outcome, alerts, dateFrom, dateTo }: AuditDraft, timeZone = "UTC"): AuditFilter {
  const known = auditActions.find((one) => one === action);
  const ended = auditOutcomes.find((one) => one === outcome);
  return {
    ...(q && { q }),
    ...(actor && { actor }),
    ...(known && { action: known }),
    ...(ended && { outcome: ended }),
    ...(alerts === "true" && { alerts: true }),
    ...(dateFrom && { dateFrom }),
    ...(dateTo && { dateTo }),
    ...((dateFrom || dateTo) && timeZone !== "UTC" && { timeZone }),
  };
}

/** Parses the view from a URL query, ignoring invalid parts. `first`: default tab. */
export function viewOf(search: string, first: AuditTab = "all", timeZone?: string): AuditView {
  const params = paramsOf(search);
  const tab = auditTabs.find((one) => one === params.get("tab") && (one !== "all" || first === "all")) ?? first;
  const draft = auditFiltersOf(tab).read((name) => params.get(name));
  const period = periods.find((one) => one === params.get("period")) ?? "week";
  const day = params.get("day") ?? "";
  return {
    tab,
    draft,
    filter: filterOf(draft, timeZone),
    period,
    entry: params.get("entry") ?? "",
    day: tab === "close" && v.is(dayName, day) ? day : "",
  };
}

/** The URL query of a view, without defaults. */
export function searchOf({ tab, draft, period, entry, day }: Omit<AuditView, "filter">): string {
  return new URLSearchParams([
    ...(tab === "all" ? [] : [["tab", tab]]),
    ...(period === "week" ? [] : [["period", period]]),
    ...auditFiltersOf(tab).pairsOf(draft),
    ...(entry === "" ? [] : [["entry", entry]]),
    ...(day === "" || tab !== "close" ? [] : [["day", day]]),
  ]).toString();
}

const daysBack: Readonly<Record<Exclude<Period, "all">, number>> = { today: 0, week: 6, month: 29 };

/** A period's first day in a time zone; undefined: no lower bound. */
export const firstDayOf = (period: Period, now: number, timeZone: string): string | undefined =>
  period === "all" ? undefined : dayAt(now, timeZone, daysBack[period]);

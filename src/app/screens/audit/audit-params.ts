import * as v from "valibot";
import { paramsOf } from "../../params.ts";
import { plainText } from "../../../contract/text.ts";
import { dayAt } from "../../../contract/zones.ts";
import { day as dayName } from "../../../contract/scalars.ts";
import { auditActions } from "../../../contract/actions.ts";
import { type AuditFilter, auditFilter, auditOutcomes } from "../../../contract/audit.ts";

/** The filters in the order in which they stand in the panel, the chips and the URL. */
export const auditFilterNames = ["q", "actor", "action", "outcome", "alerts", "dateFrom", "dateTo"] as const;
export type AuditFilterName = (typeof auditFilterNames)[number];

/** What stands in the fields; an empty text is no filter. */
export type AuditDraft = Record<AuditFilterName, string>;

export const periods = ["today", "week", "month", "all"] as const;
export type Period = (typeof periods)[number];

/** `device`: this device's journal; `all`: the host's log; `reconcile`: a statement beside the cached transactions; `close`: a day's totals. */
export type AuditTab = "all" | "device" | "reconcile" | "close";

/** What the URL names. */
export interface AuditView {
  readonly tab: AuditTab;
  readonly draft: AuditDraft;
  readonly filter: AuditFilter;
  readonly period: Period;
  /** The number of the entry, or the id of the attempt, whose details are open. */
  readonly entry: string;
  /** The day that is to be closed (YYYY-MM-DD); empty where none is named. */
  readonly day: string;
}

const auditTabs = ["all", "device", "reconcile", "close"] as const satisfies readonly AuditTab[];

export const emptyDraft: AuditDraft = { q: "", actor: "", action: "", outcome: "", alerts: "", dateFrom: "", dateTo: "" };

/** What an attempt of the journal can have come to; the host's log knows no unknown outcome. */
export const deviceOutcomes = ["done", "refused", "never", "unknown"] as const;

function isGood(name: AuditFilterName, value: string, tab: AuditTab): boolean {
  if (name === "outcome" && tab === "device") return deviceOutcomes.some((outcome) => outcome === value);
  if (name === "alerts") return value === "true" && tab === "all";
  return v.is(auditFilter.entries[name], value);
}

function draftOf(params: URLSearchParams, tab: AuditTab): AuditDraft {
  const draft = { ...emptyDraft };
  for (const name of auditFilterNames) {
    const value = params.get(name) ?? "";
    if (value !== "" && isGood(name, value, tab)) draft[name] = value;
  }
  return draft;
}

/** The filter that the fields say; "unknown", which only the journal knows, is no outcome of the host's. */
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

/** The part of the log that a URL's query names; what makes no sense in it is left out. `first`: the tab where it names none. */
export function viewOf(search: string, first: AuditTab = "all", timeZone?: string): AuditView {
  const params = paramsOf(search);
  const tab = auditTabs.find((one) => one === params.get("tab") && (one !== "all" || first === "all")) ?? first;
  const draft = draftOf(params, tab);
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

/** The URL's query for a view; what is as by default is left out. */
export function searchOf({ tab, draft, period, entry, day }: Omit<AuditView, "filter">): string {
  return new URLSearchParams([
    ...(tab === "all" ? [] : [["tab", tab]]),
    ...(period === "week" ? [] : [["period", period]]),
    ...auditFilterNames.flatMap((name) => {
      const value = plainText(draft[name]);
      return value !== "" && isGood(name, value, tab) ? [[name, value]] : [];
    }),
    ...(entry === "" ? [] : [["entry", entry]]),
    ...(day === "" || tab !== "close" ? [] : [["day", day]]),
  ]).toString();
}

const daysBack: Readonly<Record<Exclude<Period, "all">, number>> = { today: 0, week: 6, month: 29 };

/** A period's first day in a time zone; undefined: from the beginning. */
export const firstDayOf = (period: Period, now: number, timeZone: string): string | undefined =>
  period === "all" ? undefined : dayAt(now, timeZone, daysBack[period]);

import * as v from "valibot";
import { type SlipFilter, slipFilter, slipStates } from "../../../contract/approvals.ts";
import { plainText } from "../../../contract/text.ts";
import { paramsOf } from "../../params.ts";

export const slipTabs = ["decide", "mine", "decided"] as const;
export type SlipTab = (typeof slipTabs)[number];

/** The filters in the order in which they stand in the panel, the chips and the URL. */
export const slipFilterNames = ["operation", "currency", "maker", "reason"] as const;
export type SlipFilterName = (typeof slipFilterNames)[number];

/** What stands in the fields; an empty text is no filter. */
export type SlipDraft = Record<SlipFilterName, string>;

export const emptyDraft: SlipDraft = { operation: "", currency: "", maker: "", reason: "" };

/** What the URL names. */
export interface ApprovalsView {
  readonly tab: SlipTab;
  readonly draft: SlipDraft;
}

/** The filters that a tab offers: under "Mine" there is one maker. */
export const filtersOf = (tab: SlipTab): readonly SlipFilterName[] => slipFilterNames.filter((name) => name !== "maker" || tab !== "mine");

const isGood = (name: SlipFilterName, value: string, tab: SlipTab): boolean =>
  filtersOf(tab).includes(name) && v.is(slipFilter.entries[name], value);

/** The part of the list that a URL's query names; what makes no sense in it is left out. */
export function viewOf(search: string): ApprovalsView {
  const params = paramsOf(search);
  const tab = slipTabs.find((one) => one === params.get("tab")) ?? "decide";
  const draft = { ...emptyDraft };
  for (const name of slipFilterNames) {
    const value = params.get(name) ?? "";
    if (value !== "" && isGood(name, value, tab)) draft[name] = value;
  }
  return { tab, draft };
}

/** The URL's query for a part of the list; what is as by default is left out. */
export function searchOf({ tab, draft }: ApprovalsView): string {
  return new URLSearchParams([
    ...(tab === "decide" ? [] : [["tab", tab]]),
    ...slipFilterNames.flatMap((name) => {
      const value = plainText(draft[name]);
      return value !== "" && isGood(name, value, tab) ? [[name, value]] : [];
    }),
  ]).toString();
}

const decidedStates = slipStates.filter((state) => state !== "open").join(",");

/** What the host is asked for. `me`: the admin's id or email, by which the host knows the maker. */
export function filterOf({ tab, draft: { operation, currency, maker, reason } }: ApprovalsView, me: string): SlipFilter {
  const known = operation === "fund" || operation === "deduct" ? operation : undefined;
  const by = tab === "mine" ? me : maker;
  return {
    ...(tab === "mine" ? {} : { state: tab === "decide" ? "open" : decidedStates }),
    ...(known && { operation: known }),
    ...(currency && { currency }),
    ...(by && { maker: by }),
    ...(reason && { reason }),
  };
}

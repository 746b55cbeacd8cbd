import { type SlipFilter, slipFilter, slipStates } from "../../../contract/approvals.ts";
import { defineFilters, type Draft, type Filters, fits } from "../../lists/filters.ts";
import { paramsOf } from "../../params.ts";

export const slipTabs = ["decide", "mine", "decided"] as const;
export type SlipTab = (typeof slipTabs)[number];

type FilterName = Exclude<keyof SlipFilter, "state">;

/** Text of the fields; "" means no filter. */
export type SlipDraft = Draft<FilterName>;

const checks = {
  operation: fits(slipFilter, "operation"),
  currency: fits(slipFilter, "currency"),
  maker: fits(slipFilter, "maker"),
  reason: fits(slipFilter, "reason"),
};
const anyMakers = defineFilters<FilterName>(checks, ["currency"]);
const myOwn = defineFilters<FilterName>({ ...checks, maker: () => false }, ["currency"]);

/** The filters of a tab: "Mine" has only one maker. */
export const slipFiltersOf = (tab: SlipTab): Filters<FilterName> => (tab === "mine" ? myOwn : anyMakers);

/** The list state in the URL. */
export interface ApprovalsView {
  readonly tab: SlipTab;
  readonly draft: SlipDraft;
}

/** Parses the list state from a URL query, ignoring invalid parts. */
export function viewOf(search: string): ApprovalsView {
  const params = paramsOf(search);
  const tab = slipTabs.find((one) => one === params.get("tab")) ?? "decide";
  return { tab, draft: slipFiltersOf(tab).read((name) => params.get(name)) };
}

/** The URL query of a list state, without defaults. */
export function searchOf({ tab, draft }: ApprovalsView): string {
  return new URLSearchParams([...(tab === "decide" ? [] : [["tab", tab]]), ...slipFiltersOf(tab).pairsOf(draft)]).toString();
}

const decidedStates = slipStates.filter((state) => state !== "open").join(",");

/** The query for the host. `me`: the admin's id or email, by which the host identifies the maker. */
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

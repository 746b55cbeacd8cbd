import { useLocation } from "wouter";
import { paramsOf } from "../../params.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { links, paths } from "../../links.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { RatePanel } from "../rates/rate-panel.tsx";
import { useSearch } from "../../state/use-search.ts";
import { FeeList } from "./fee-list.tsx";
import { useFeeCrumbs } from "./use-fee-crumbs.ts";

const tabs = ["fees", "onramp", "offramp"] as const;

/** /fees-rates: the crypto fees and the two rates, one tab each; the tab is in the URL (FEE-1). */
export function FeesScreen() {
  const { t } = useTranslation(["fees", "layout"]);
  const [, navigate] = useLocation();
  const wanted = paramsOf(useSearch()).get("tab");
  const tab = tabs.find((one) => one === wanted) ?? "fees";
  usePageTitle(t("layout:entries.fees"), useFeeCrumbs());
  return (
    <Tabs
      label={t("tabs.label")}
      value={tab}
      onChange={(next) => navigate(next === "fees" ? paths.fees : links.fees(next))}
      items={[
        { value: "fees", label: t("tabs.fees"), content: <FeeList /> },
        { value: "onramp", label: t("tabs.onramp"), content: <RatePanel figure="onramp" /> },
        { value: "offramp", label: t("tabs.offramp"), content: <RatePanel figure="offramp" /> },
      ]}
    />
  );
}

import { useLocation } from "wouter";
import { paramsOf } from "../../params.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { links, paths } from "../../links.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { useSearch } from "../../state/use-search.ts";
import { AssetPanel } from "./asset-panel.tsx";
import { CalculatorPanel } from "./calculator-panel.tsx";
import { SwapPanel } from "./swap-panel.tsx";

const tabs = ["calculator", "asset", "swap"] as const;

/** /fees-rates/price-calculator: three tabs, the tab in the URL (PRICE-1). */
export function PricesScreen() {
  const { t } = useTranslation(["prices", "layout"]);
  const [, navigate] = useLocation();
  const wanted = paramsOf(useSearch()).get("tab");
  const tab = tabs.find((one) => one === wanted) ?? "calculator";
  usePageTitle(t("layout:entries.priceCalculator"));
  return (
    <Tabs
      label={t("tabs.label")}
      value={tab}
      onChange={(next) => navigate(next === "calculator" ? paths.priceCalculator : links.prices(next))}
      items={[
        { value: "calculator", label: t("tabs.calculator"), content: <CalculatorPanel /> },
        { value: "asset", label: t("tabs.asset"), content: <AssetPanel /> },
        { value: "swap", label: t("tabs.swap"), content: <SwapPanel /> },
      ]}
    />
  );
}

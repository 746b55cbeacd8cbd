import { mostBulkRows } from "../../../../contract/gift-cards.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { type BadFile, mostMegabytes } from "./use-rehearsal.ts";

/** Why a file was rejected, and what to do. */
export function useBadWords(): (bad: BadFile) => string {
  const { t } = useTranslation("giftCards");
  return (bad) => {
    switch (bad.why) {
      case "closed":
        return t("bulk.unopened");
      case "large":
        return t("bulk.tooLarge", { size: mostMegabytes });
      case "not text":
        return t("bulk.notText");
      case "json":
        return t("bulk.unreadable");
      case "csv":
        return t("bulk.unreadableCsv");
      case "none":
        return t("bulk.noRows");
      case "many":
        return t("bulk.tooMany", { count: bad.count, most: mostBulkRows });
      case "twice":
        return t("bulk.twice", { name: bad.name, line: bad.line });
      case "loose quote":
        return t("bulk.looseQuote", { line: bad.line });
    }
  };
}

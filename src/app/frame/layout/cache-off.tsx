import { css } from "#styled/css";
import "../../words/cache-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";

const off = css({ marginBottom: "4" });

/** Says that this browser stores nothing (SYNC-7). */
export function CacheOff() {
  const { t } = useTranslation(["layout", "cache"]);
  return (
    <Notice tone="warning" title={t("cacheOff")} className={off}>
      {t("cache:offText")}
    </Notice>
  );
}

import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";

const list = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });

/** Above a list of rows named by its address: how many are looked up on the device, and which are missing. */
export function IdsNotice({ count, missing }: { count: number; missing: readonly string[] }) {
  const { t } = useTranslation("selection");
  return (
    <Notice tone={missing.length > 0 ? "warning" : "info"} title={t("ids.basis", { count })}>
      {missing.length > 0 ? (
        <>
          {t("ids.missing", { count: missing.length })} <span className={list}>{missing.join(", ")}</span>
        </>
      ) : null}
    </Notice>
  );
}

import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";

const list = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });

interface IdsNoticeProps {
  count: number;
  missing: readonly string[];
  /** How many are left out, since it isn't known here whether their users are verified. */
  undecided?: number;
}

/** Above a list of rows named by its address: how many are looked up on the device, and which are missing. */
export function IdsNotice({ count, missing, undecided = 0 }: IdsNoticeProps) {
  const { t } = useTranslation("selection");
  return (
    <Notice tone={missing.length + undecided > 0 ? "warning" : "info"} title={t("ids.basis", { count })}>
      {missing.length > 0 ? (
        <>
          {t("ids.missing", { count: missing.length })} <span className={list}>{missing.join(", ")}</span>
        </>
      ) : null}
      {undecided > 0 ? <p>{t("ids.undecided", { count: undecided })}</p> : null}
    </Notice>
  );
}

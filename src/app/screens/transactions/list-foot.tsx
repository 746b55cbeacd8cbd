import { memo } from "react";
import { css, cx } from "#styled/css";
import type { Reading } from "../../../sync/transactions/transaction-reader.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { PastEnd } from "./past-end.tsx";

const look = css({
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: "3",
  minHeight: "12",
  px: "4",
  textStyle: "sm",
  color: "ink.muted",
  // The last printed row need not be the list's last.
  _print: { display: "none" },
});
const end = css({ flexWrap: "wrap", columnGap: "3", rowGap: "0", py: "2", textAlign: "center" });
const failed = css({ color: "danger" });

/** Below the last row: more loading, the end, or an error (DASH-6). */
export const ListFoot = memo(function ListFoot({ reading, onRetry }: { reading: Reading; onRetry: () => void }) {
  const { t } = useTranslation(["transactions", "common"]);
  if (reading.window?.atEnd)
    return (
      <div className={cx(look, end)}>
        <p>{t("list.end")}</p>
        <PastEnd at={reading.window.pastEnds} />
      </div>
    );
  if (reading.loading === "more") return <p className={look}>{t("list.loadingMore")}</p>;
  if (!reading.failed) return <p className={look} />;
  return (
    <div className={look}>
      <span className={failed}>{t("list.failed")}</span>
      <Button size="small" onClick={onRetry}>
        {t("common:retry")}
      </Button>
    </div>
  );
});

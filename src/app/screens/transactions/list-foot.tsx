import { memo } from "react";
import { css } from "#styled/css";
import type { Reading } from "../../../sync/transactions/transaction-reader.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";

const look = css({
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: "3",
  minHeight: "12",
  px: "4",
  textStyle: "sm",
  color: "ink.muted",
});
const failed = css({ color: "danger" });

/** Below the last row: more loading, the end, or an error (DASH-6). */
export const ListFoot = memo(function ListFoot({ reading, onRetry }: { reading: Reading; onRetry: () => void }) {
  const { t } = useTranslation(["transactions", "common"]);
  if (reading.window?.atEnd) return <p className={look}>{t("list.end")}</p>;
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

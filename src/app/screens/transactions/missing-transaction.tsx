import { css } from "#styled/css";
import type { TransactionState } from "../../data/use-transaction.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const code = css({ fontFamily: "mono", fontSize: "xs", display: "block", marginTop: "2", overflowWrap: "anywhere" });

/** Placeholder for a transaction missing from this device: what is known of it, and what can be done (FIND-2). */
export function Missing({ id, state, onRetry }: { id: string; state: TransactionState; onRetry: () => void }) {
  const { t } = useTranslation("lookup");
  const retry = <Button onClick={onRetry}>{t("retry")}</Button>;
  const lookedFor = <span className={code}>{t("details.lookedFor", { id })}</span>;
  const words = () => {
    switch (state.is) {
      case "reading":
      case "found":
        return null;
      case "asking":
        return <EmptyState title={t("details.asking")} />;
      case "notFound":
        return (
          <EmptyState title={t("details.notFound")} action={retry}>
            {t("details.notFoundHint")}
            {lookedFor}
          </EmptyState>
        );
      case "notAsked":
        return (
          <EmptyState title={t("details.notAsked")} action={retry}>
            {state.message === undefined ? t("details.notAskedHint") : t("details.said", { message: state.message })}
            {lookedFor}
          </EmptyState>
        );
    }
  };
  return <div role="status">{words()}</div>;
}

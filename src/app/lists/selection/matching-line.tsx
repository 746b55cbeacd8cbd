import { css } from "#styled/css";
import type { Gathering } from "../../../sync/transactions/transaction-export.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";

/** Progress of selecting matching rows that aren't loaded. */
export type MatchingState =
  | { readonly is: "idle" }
  | { readonly is: "fetching"; readonly rows: number }
  | { readonly is: "failed"; readonly why: Exclude<Gathering, "whole"> | "broken"; readonly message?: string | undefined };

const line = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "1.5", textStyle: "sm" });
const grows = css({ flex: "1", minWidth: "0" });
const failure = css({ textStyle: "sm", color: "danger", overflowWrap: "anywhere" });

/** Matching rows that can be selected though they aren't loaded. */
export interface MatchingOffer {
  readonly state: MatchingState;
  /** Matches at the host, if it tells. */
  readonly total: number | undefined;
  readonly select: () => void;
  readonly cancel: () => void;
}

/** Says that only some of the matching rows are loaded, and offers to fetch and select the rest (FIND-1). */
export function MatchingLine({ state, loaded, total, select, cancel }: MatchingOffer & { loaded: number }) {
  const { t } = useTranslation(["selection", "common"]);
  const format = useFormat();
  const of = total !== undefined && total > loaded ? format.number(total) : undefined;
  if (state.is === "fetching") {
    const rows = format.number(state.rows);
    const known = total !== undefined && total >= state.rows ? total : undefined;
    return (
      <div className={line}>
        <div className={grows}>
          <Progress
            label={t("matching.fetching")}
            value={known === undefined ? null : state.rows}
            max={known ?? 100}
            text={known === undefined ? t("matching.fetched", { rows }) : t("matching.fetchedOf", { rows, total: format.number(known) })}
          />
        </div>
        <Button size="small" onClick={cancel}>
          {t("common:cancel")}
        </Button>
      </div>
    );
  }
  return (
    <>
      {state.is === "failed" ? (
        <p role="alert" className={failure}>
          {t(`matching.${state.why}`)}
          {state.message ? ` ${t("matching.said", { message: state.message })}` : null}
        </p>
      ) : null}
      <div className={line}>
        <p>
          {of === undefined
            ? t("matching.askUncounted", { loaded: format.number(loaded) })
            : t("matching.ask", { loaded: format.number(loaded), total: of })}
        </p>
        <Button size="small" onClick={select}>
          {t("matching.select")}
        </Button>
      </div>
    </>
  );
}

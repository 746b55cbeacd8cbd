import { Link } from "wouter";
import { css } from "#styled/css";
import { jsonOf } from "../../../contract/json.ts";
import { isAwaited } from "../../data/is-awaited.ts";
import { figureNames } from "../../data/use-figure-history.ts";
import { type CryptoFee, useFee } from "../../data/use-fees.ts";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { FigureBasis } from "../../figures/figure-basis.tsx";
import { FigureHistory } from "../../figures/figure-history.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { links, paths } from "../../links.ts";
import { buttonLook } from "../../ui/button.tsx";
import { Card, Figure } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { factsLook } from "../../ui/facts.ts";
import { useFeeCrumbs } from "./use-fee-crumbs.ts";
import { feeState, useFeeInPath, useFeeInState } from "./use-fee-subject.ts";

const page = css({ display: "flex", flexDirection: "column", gap: "4", alignItems: "stretch" });
const actions = css({ display: "flex", flexWrap: "wrap", gap: "2" });

function FeeCard({ fee, asOf }: { fee: CryptoFee; asOf: number | undefined }) {
  const { t } = useTranslation("fees");
  const { dollars } = useFormat();
  return (
    <Card bare>
      <Figure
        label={t("one.figure", { currency: fee.currency, network: fee.network })}
        value={fee.networkFee === undefined ? "—" : dollars(fee.networkFee)}
        note={
          <FigureBasis says={{ changedAt: fee.updatedAt, by: fee.updatedBy }} asOf={asOf}>
            {t("one.basis")}
          </FigureBasis>
        }
      />
      <dl className={factsLook}>
        <dt>{t("one.currency")}</dt>
        <dd>{fee.currency}</dd>
        <dt>{t("one.network")}</dt>
        <dd>{fee.network}</dd>
        <dt>{t("one.networkName")}</dt>
        <dd>{fee.networkName ?? "—"}</dd>
      </dl>
    </Card>
  );
}

/** /fees-rates/view/{currency}/{network}: one fee, by its own call; until that answers, or if it can't, what is cached (FEE-3). */
export function ViewFeeScreen() {
  const { t } = useTranslation("fees");
  const { dollars } = useFormat();
  const { currency, network } = useFeeInPath();
  const state = useFeeInState();
  const { cached, fetching, refresh } = useFee(currency, network);
  usePageTitle(t("one.title"), useFeeCrumbs(t("one.title")));
  const fee = cached?.fee ?? (state?.currency === currency && state.network === network ? state : undefined);
  const answer = fetching.is === "failed" ? fetching.answer : undefined;
  // A 404 that isn't JSON is a proxy's.
  const isNone = answer?.is === "refused" && answer.status === 404 && jsonOf(answer.body) !== undefined;
  const back = (
    <Link href={paths.fees} className={buttonLook({})}>
      {t("one.back")}
    </Link>
  );
  return (
    <div className={page}>
      <KeepFocus />
      <FeedTrouble fetching={fetching} kept={Boolean(fee)} title={t("fetchOneFailed")} onRetry={() => void refresh()} />
      {fee ? (
        <>
          <FeeCard fee={fee} asOf={cached?.asOf} />
          <div className={actions}>
            <Link href={links.editFee(currency, network)} state={feeState(fee)} className={buttonLook({ kind: "primary" })}>
              {t("editFee")}
            </Link>
            <Link href={links.editNetworkName(currency, network)} state={feeState(fee)} className={buttonLook({})}>
              {t("editName")}
            </Link>
            <Link href={paths.fees} className={buttonLook({ kind: "quiet" })}>
              {t("one.back")}
            </Link>
          </div>
          <FigureHistory figure={figureNames.fee(fee.currency, fee.network)} name={t("one.figure", { currency, network })} show={dollars} />
        </>
      ) : cached === undefined || (cached ? fetching.is === "waiting" : isAwaited(fetching)) ? (
        <p role="status">{t("loading")}</p>
      ) : isNone ? (
        <EmptyState title={t("one.notFound", { currency, network })} action={back}>
          {t("one.notFoundHint")}
        </EmptyState>
      ) : (
        // Whether the fee exists is unknown.
        <div>{back}</div>
      )}
    </div>
  );
}

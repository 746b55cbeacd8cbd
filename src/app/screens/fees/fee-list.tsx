import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { isAwaited } from "../../data/is-awaited.ts";
import { useFees } from "../../data/use-fees.ts";
import { Age } from "../../figures/age.tsx";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { touchArea } from "../../ui/touch-area.ts";
import { FeeMenu } from "./fee-menu.tsx";
import { feeState } from "./use-fee-subject.ts";
import { Time } from "../../parts/time.tsx";

const page = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const basis = css({ textStyle: "sm", color: "ink.muted" });
const name = cx(touchArea, css({ _hover: { textDecoration: "underline" }, fontWeight: "medium", whiteSpace: "nowrap" }));
const whole = css({ whiteSpace: "nowrap", smDown: { whiteSpace: "normal" } });

/** Every crypto fee, from the cache first (FEE-2). */
export function FeeList() {
  const { t } = useTranslation("fees");
  const { dollars } = useFormat();
  const { cached, fetching, refresh } = useFees();
  const trouble = <FeedTrouble fetching={fetching} kept={Boolean(cached)} title={t("fetchFailed")} onRetry={() => void refresh()} />;
  return (
    <div className={page}>
      <KeepFocus />
      <div className={bar}>
        <p className={basis}>{cached ? <Age asOf={cached.asOf} /> : null}</p>
        <Link href={links.editFee()} className={buttonLook({})}>
          {t("addFee")}
        </Link>
      </div>
      {trouble}
      {cached === undefined || (cached === null && isAwaited(fetching)) ? (
        <div className={panelLook} role="status">
          <EmptyState title={t("loading")} />
        </div>
      ) : cached === null ? null : cached.fees.length === 0 ? (
        <div className={panelLook}>
          <EmptyState title={t("empty")}>{t("emptyHint")}</EmptyState>
        </div>
      ) : (
        <DataTable
          label={t("tabs.fees")}
          size="medium"
          rows={cached.fees}
          keyOf={({ currency, network }) => `${currency}/${network}`}
          columns={[
            {
              label: t("columns.currency"),
              render: (fee) => (
                <Link href={links.fee(fee.currency, fee.network)} state={feeState(fee)} className={name}>
                  {fee.currency}
                </Link>
              ),
            },
            { label: t("columns.network"), render: ({ network }) => <span className={whole}>{network}</span> },
            { label: t("columns.networkName"), render: ({ networkName }) => networkName ?? "—" },
            {
              label: t("columns.networkFee"),
              align: "end",
              kind: "figure",
              render: ({ networkFee }) => (networkFee === undefined ? "—" : dollars(networkFee)),
            },
            { label: t("columns.updated"), render: ({ updatedAt }) => (updatedAt ? <Time at={Date.parse(updatedAt)} /> : "—") },
            { label: t("columns.actions"), align: "end", kind: "actions", render: (fee) => <FeeMenu fee={fee} /> },
          ]}
        />
      )}
    </div>
  );
}

import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { isAwaited } from "../../data/is-awaited.ts";
import { type CryptoFee, useFees } from "../../data/use-fees.ts";
import { Age } from "../../figures/age.tsx";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { useFigureFormat } from "../../figures/use-figure-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { touchArea } from "../../ui/touch-area.ts";
import { FeeMenu } from "./fee-menu.tsx";
import { feeState } from "./use-fee-subject.ts";
import { Time } from "../../parts/time.tsx";

const page = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const basis = css({ textStyle: "sm", color: "ink.muted" });
const name = cx(touchArea, css({ _hover: { textDecoration: "underline" }, fontWeight: "medium", whiteSpace: "nowrap" }));
const whole = css({ whiteSpace: "nowrap", smDown: { whiteSpace: "normal" } });

function FeeRow({ fee }: { fee: CryptoFee }) {
  const { t } = useTranslation("fees");
  const { dollars } = useFigureFormat();
  return (
    <Tr>
      <Td label={t("columns.currency")}>
        <Link href={links.fee(fee.currency, fee.network)} state={feeState(fee)} className={name}>
          {fee.currency}
        </Link>
      </Td>
      <Td label={t("columns.network")}>
        <span className={whole}>{fee.network}</span>
      </Td>
      <Td label={t("columns.networkName")}>{fee.networkName ?? "—"}</Td>
      <Td label={t("columns.networkFee")} align="end" kind="figure">
        {fee.networkFee === undefined ? "—" : dollars(fee.networkFee)}
      </Td>
      <Td label={t("columns.updated")}>{fee.updatedAt ? <Time at={Date.parse(fee.updatedAt)} /> : "—"}</Td>
      <Td kind="actions">
        <FeeMenu fee={fee} />
      </Td>
    </Tr>
  );
}

/** Every crypto fee, from the cache first (FEE-2). */
export function FeeList() {
  const { t } = useTranslation("fees");
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
        <Table label={t("tabs.fees")} size="medium">
          <TableHead>
            <Th>{t("columns.currency")}</Th>
            <Th>{t("columns.network")}</Th>
            <Th>{t("columns.networkName")}</Th>
            <Th align="end">{t("columns.networkFee")}</Th>
            <Th>{t("columns.updated")}</Th>
            <Th align="end">{t("columns.actions")}</Th>
          </TableHead>
          <TableBody>
            {cached.fees.map((fee) => (
              <FeeRow key={`${fee.currency}/${fee.network}`} fee={fee} />
            ))}
          </TableBody>
        </Table>
      )}
    </div>
  );
}

import { useId, useState } from "react";
import { css } from "#styled/css";
import { walletTokens } from "../../../../contract/currencies.ts";
import type { KnownWallets, WalletsFailure } from "../../../data/use-wallets.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyList } from "../../../ui/empty-list.tsx";
import { Download } from "../../../ui/icons.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { panelLook } from "../../../ui/panel-look.ts";
import { TextField } from "../../../ui/text-field.tsx";
import { toast } from "../../../ui/toast.ts";
import { PortfolioCard } from "./portfolio-card.tsx";
import { chooseWallets, csvRows, walletsOf } from "./portfolio.ts";
import { WalletList } from "./wallet-list.tsx";
import { verbatim } from "../../../ui/verbatim.ts";

const section = css({ display: "flex", flexDirection: "column", gap: "4", maxWidth: "[57.25rem]" });
const heading = css({ textStyle: "md", fontWeight: "semibold" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: "3", "& > :first-child": { flex: "1", minWidth: "56" } });

interface WalletResultsProps {
  email: string;
  known: KnownWallets | undefined;
  ticked: readonly string[];
  failure: WalletsFailure | undefined;
  isOut: boolean;
  onRetry: () => void;
}

/** A user's wallets on the device: total, search, each wallet, and the CSV; all but the wallets are shown before a look-up. */
export function WalletResults({ email, known, ticked, failure, isOut, onRetry }: WalletResultsProps) {
  const { t } = useTranslation(["wallets", "common"]);
  const id = useId();
  const [text, setText] = useState("");
  const all = known ? walletsOf(known.wallets) : [];
  const chosen = chooseWallets(all, ticked, walletTokens, text);

  const save = async () => {
    const rows = known ? csvRows(chosen, known.wallets) : [];
    if (rows.length === 0) {
      toast({ tone: "failed", title: t("noData") });
      return;
    }
    try {
      const [{ csvFile, csvOf }, { download, fileName }] = await Promise.all([
        import("../../../csv/csv.ts"),
        import("../../../ui/download.ts"),
      ]);
      download(fileName(email || "wallets", "csv"), csvFile(csvOf(rows)));
      toast({ tone: "done", title: t("exported") });
    } catch {
      toast({ tone: "failed", title: t("exportFailed") });
    }
  };
  const empty = () => {
    if (!known)
      return email === "" ? (
        <EmptyList title={t("nobody")}>{t("nobodyHint")}</EmptyList>
      ) : (
        <EmptyList title={t("never")}>{t("neverHint")}</EmptyList>
      );
    if (all.length === 0) return <EmptyList title={t("none")} />;
    return <EmptyList title={t("noMatch")}>{text ? t("noMatchHint") : t("noneTicked")}</EmptyList>;
  };
  const why = failure?.is === "odd" ? t("other") : known ? t("failedCached") : undefined;
  return (
    <section className={section} aria-labelledby={id}>
      <KeepFocus />
      <h2 id={id} className={heading}>
        {t("results")}
      </h2>
      {failure && !isOut ? (
        <Notice
          tone="danger"
          title={(failure.is === "failed" ? failure.message : undefined) ?? t("failed")}
          action={
            <Button size="small" onClick={onRetry}>
              {t("common:retry")}
            </Button>
          }
        >
          {why}
        </Notice>
      ) : null}
      <PortfolioCard known={known} />
      <div className={bar}>
        <TextField label={t("search")} type="search" {...verbatim} value={text} onChange={(event) => setText(event.target.value)} />
        <Button icon={<Download size={16} aria-hidden />} onClick={() => void save()}>
          {t("exportCsv")}
        </Button>
      </div>
      {chosen.length > 0 ? <WalletList wallets={chosen} /> : failure && !known ? null : <div className={panelLook}>{empty()}</div>}
    </section>
  );
}

import { useState } from "react";
import { css } from "#styled/css";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { useFormat } from "../../../format/use-format.ts";
import { wholeAmount } from "../../../format/whole-amount.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Accordion } from "../../../ui/accordion.tsx";
import { Button } from "../../../ui/button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Copy, QrCode } from "../../../ui/more-icons.ts";
import { toast } from "../../../ui/toast.ts";
import type { ShownWallet } from "./portfolio.ts";

const QrDialog = lazyPart(async () => (await import("./qr-dialog.tsx")).QrDialog);

const title = css({ display: "flex", flexWrap: "wrap", alignItems: "baseline", columnGap: "2.5" });
const network = css({ textStyle: "sm", color: "ink.muted", fontWeight: "normal" });
const unit = css({ textStyle: "xs", color: "ink.muted", marginInlineStart: "1" });
const figure = css({ color: "ink", fontWeight: "medium" });
const body = css({ display: "flex", flexDirection: "column", gap: "4" });
const address = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" });
const mono = css({ flex: "1", minWidth: "60", fontFamily: "mono", textStyle: "sm", overflowWrap: "anywhere", userSelect: "all" });
const muted = css({ color: "ink.muted" });
const buttons = css({ display: "flex", flexWrap: "wrap", gap: "2" });
const list = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(9rem, 1fr))]" });
const term = css({ textStyle: "xs", color: "ink.muted" });
const value = css({ textStyle: "md", overflowWrap: "anywhere", fontVariantNumeric: "tabular-nums lining-nums" });

/** Wallets, collapsed to their balance, expandable to all details (WALL-2, WALL-3). */
export function WalletList({ wallets }: { wallets: readonly ShownWallet[] }) {
  const format = useFormat();
  // By key: a regeneration may replace the address while it is shown.
  const [shown, setShown] = useState<string>();
  const qr = wallets.find(({ key }) => key === shown);
  return (
    <>
      <Accordion
        items={wallets.map((wallet) => ({
          key: wallet.key,
          title: (
            <span className={title}>
              {wallet.key}
              {wallet.network ? <span className={network}>{wallet.network}</span> : null}
            </span>
          ),
          aside:
            wallet.available === undefined ? (
              "—"
            ) : (
              <>
                <span className={figure} title={wholeAmount(format, wallet.available, wallet.token)}>
                  {format.amount(wallet.available)}
                </span>
                <span className={unit}>{wallet.token}</span>
              </>
            ),
          content: <WalletBody wallet={wallet} onQr={() => setShown(wallet.key)} />,
        }))}
      />
      {qr?.address ? <QrDialog wallet={qr} address={qr.address} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}

function WalletBody({ wallet, onQr }: { wallet: ShownWallet; onQr: () => void }) {
  const { t } = useTranslation(["wallets", "common"]);
  const format = useFormat();
  const none = t("common:none");
  const copy = () => {
    if (wallet.address) void copyText(wallet.address, { copied: t("wallet.copied"), failed: t("wallet.copyFailed") });
    else toast({ tone: "failed", title: t("wallet.nothingToCopy") });
  };
  const showQr = () => {
    if (wallet.address) onQr();
    else toast({ tone: "failed", title: t("wallet.nothingForQr") });
  };
  const { token, available, usd, pending } = wallet;
  // Every digit in the open: by key and by touch there is no title.
  const inToken = (value: string) => `${wholeAmount(format, value, token) ? format.exact(value) : format.amount(value)} ${token}`;
  const rows: readonly (readonly [name: string, content: string, whole?: string | undefined])[] = [
    [t("wallet.available"), available === undefined ? none : inToken(available)],
    [t("wallet.usd"), usd === undefined ? none : format.dollars(usd), wholeAmount(format, usd, "USD")],
    [t("wallet.pending"), inToken(pending)],
    [t("wallet.network"), wallet.network ?? none],
    [t("wallet.reference"), wallet.reference ?? none],
  ];
  return (
    <div className={body}>
      <div className={address}>
        <span className={wallet.address ? mono : muted}>{wallet.address ?? t("wallet.noAddress")}</span>
        <span className={buttons}>
          <Button size="small" icon={<Copy size={14} aria-hidden />} aria-label={t("wallet.copyOf", { token: wallet.key })} onClick={copy}>
            {t("wallet.copy")}
          </Button>
          <Button
            size="small"
            icon={<QrCode size={14} aria-hidden />}
            aria-label={t("wallet.qrOf", { token: wallet.key })}
            onClick={showQr}
          >
            {t("wallet.qr")}
          </Button>
        </span>
      </div>
      <dl className={list}>
        {rows.map(([name, content, whole]) => (
          <div key={name}>
            <dt className={term}>{name}</dt>
            <dd className={value} title={whole}>
              {content}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

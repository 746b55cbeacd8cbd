import { QrCode, useQrCode } from "@ark-ui/react/qr-code";
import { css } from "#styled/css";
import { download, fileName } from "../../../ui/download.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Download } from "../../../ui/icons.tsx";
import { toast } from "../../../ui/toast.ts";
import type { ShownWallet } from "./portfolio.ts";

/** Width and height of the image, in px (WALL-3). */
const sizePx = 300;

const place = css({ display: "flex", flexDirection: "column", alignItems: "center", gap: "4" });
/** Dark on white in both themes: cameras read nothing else reliably. */
const paper = css({ width: "[300px]", height: "[300px]", maxWidth: "full", bg: "[#fff]", borderRadius: "control", overflow: "hidden" });
const frame = css({ width: "full", height: "full", display: "block" });
const ink = css({ fill: "[#000]" });
const line = css({ display: "flex", alignItems: "flex-start", gap: "2", width: "full", p: "3", bg: "sunken", borderRadius: "control" });
const mono = css({ flex: "1", minWidth: "0", fontFamily: "mono", textStyle: "sm", overflowWrap: "anywhere", userSelect: "all" });
const text = css({ textStyle: "sm", color: "ink.muted", textAlign: "center" });

/** Draws a QR code's path, `units` wide, as a PNG. */
function pngOf(path: string, units: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = sizePx;
  canvas.height = sizePx;
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, sizePx, sizePx);
  context.scale(sizePx / units, sizePx / units);
  context.fillStyle = "#000";
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is no array.
  context.fill(new Path2D(path));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

interface QrDialogProps {
  wallet: ShownWallet;
  address: string;
  onClose: () => void;
}

/** An address as a QR code, generated on the device and sent nowhere (WALL-3). */
export function QrDialog({ wallet, address, onClose }: QrDialogProps) {
  const { t } = useTranslation("wallets");
  const code = useQrCode({ value: address, encoding: { ecc: "M", border: 4 } });
  const save = async () => {
    const path = code.getPatternProps().d ?? "";
    const units = Number(code.getFrameProps().viewBox?.split(" ")[2]);
    const png = await pngOf(path, units);
    if (png) download(fileName(`${wallet.key}-${address}`, "png"), png);
    else toast({ tone: "failed", title: t("qr.failed") });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("qr.title", { token: wallet.key })}
      description={wallet.network ? t("qr.network", { network: wallet.network }) : undefined}
      actions={
        <Button icon={<Download size={16} aria-hidden />} onClick={() => void save()}>
          {t("qr.download")}
        </Button>
      }
    >
      <div className={place}>
        <QrCode.RootProvider value={code} className={paper}>
          <QrCode.Frame className={frame} role="img" aria-label={t("qr.image", { address })} width={sizePx} height={sizePx}>
            <QrCode.Pattern className={ink} />
          </QrCode.Frame>
        </QrCode.RootProvider>
        <div className={line}>
          <span className={mono}>{address}</span>
          <CopyButton value={address} what={t("wallet.address")} copied={t("wallet.copied")} failed={t("wallet.copyFailed")} />
        </div>
        <p className={text}>{t("qr.warning", { token: wallet.token })}</p>
      </div>
    </Dialog>
  );
}

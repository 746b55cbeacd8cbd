import type { ReactNode } from "react";
import type { CryptoFee } from "../../data/use-fees.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { Eye, Pencil, Tag } from "../../ui/more-icons.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { feeState } from "./use-fee-subject.ts";

/** View a fee, edit it, edit its network's name; the fee is passed as navigation state, its name in the URL. */
export function FeeMenu({ fee }: { fee: CryptoFee }) {
  const { t } = useTranslation("fees");
  const { currency, network } = fee;
  const link = (key: "view" | "editFee" | "editName", href: string, icon: ReactNode): MenuItem => ({
    is: "link",
    key,
    label: t(key),
    href,
    state: feeState(fee),
    icon,
  });
  return (
    <MoreMenu
      label={t("actionsFor", { currency, network })}
      items={[
        link("view", links.fee(currency, network), <Eye size={16} aria-hidden />),
        link("editFee", links.editFee(currency, network), <Pencil size={16} aria-hidden />),
        link("editName", links.editNetworkName(currency, network), <Tag size={16} aria-hidden />),
      ]}
    />
  );
}

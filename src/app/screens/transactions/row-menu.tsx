import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { copyText } from "../../ui/copy-text.ts";
import { Copy, FileText, Hash, User } from "../../ui/more-icons.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { MenuList } from "../../ui/menu-list.tsx";
import { type Row, nameOf } from "./looks.ts";
import type { OpenMenu } from "./use-row-menu.ts";

/** Actions on a transaction (DASH-9). */
export function RowMenu({ menu: { row, triggerId, byKeyboard, close }, onDetails }: { menu: OpenMenu; onDetails: (row: Row) => void }) {
  const { t } = useTranslation(["transactions", "activity", "common"]);
  const { id, reference, userId, username } = row;
  const failed = t("common:copyFailed");
  const items: MenuItem[] = [
    ...(reference
      ? [
          {
            is: "action",
            key: "reference",
            label: t("activity:menu.copyReference"),
            icon: <Copy size={16} aria-hidden />,
            onSelect: () => void copyText(reference, { copied: t("row.referenceCopied"), failed }),
          } as const,
        ]
      : []),
    ...(userId
      ? [
          {
            is: "link",
            key: "user",
            label: t("activity:menu.viewUser"),
            icon: <User size={16} aria-hidden />,
            href: links.user("userSummary", { id: userId, username }),
          } as const,
        ]
      : []),
    {
      is: "action",
      key: "id",
      label: t("activity:menu.copyId"),
      icon: <Hash size={16} aria-hidden />,
      onSelect: () => void copyText(id, { copied: t("activity:menu.idCopied"), failed }),
    },
    {
      is: "action",
      key: "details",
      label: t("activity:menu.details"),
      icon: <FileText size={16} aria-hidden />,
      onSelect: () => onDetails(row),
    },
  ];
  return (
    <MenuList
      label={t("row.actions", { what: nameOf(row) })}
      items={items}
      header={undefined}
      placement="bottom-end"
      triggerId={triggerId}
      highlightFirst={byKeyboard}
      onClose={close}
    />
  );
}

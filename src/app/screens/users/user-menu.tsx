import type { CachedUser } from "../../data/use-users.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links, type UserPage } from "../../links.ts";
import { useMutationOff } from "../../parts/mutation-button.tsx";
import { usePermissionOff } from "../../parts/permission-off.ts";
import { userPageIcons } from "../../parts/user-page-icons.ts";
import { passUser } from "../../state/passed-user.ts";
import { Activity, Trash2 } from "../../ui/more-icons.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { toast } from "../../ui/toast.ts";
import { calledOf } from "./user-looks.ts";

const pages = [
  "userSummary",
  "disable2fa",
  "removePassword",
  "fetchWallets",
  "wipePendingBalance",
  "generateWallet",
  "regenerateWallet",
] as const satisfies readonly UserPage[];

interface UserMenuProps {
  user: CachedUser;
  onStatus: (user: CachedUser) => void;
  onDelete: (user: CachedUser) => void;
}

/** Actions on a user (USER-6). */
export function UserMenu({ user, onStatus, onDelete }: UserMenuProps) {
  const { t } = useTranslation("users");
  const deleteOff = useMutationOff("canDeleteUsers");
  const statusOff = usePermissionOff("canManageWallets");
  const items = (): MenuItem[] => [
    ...pages.map((page) => {
      const Icon = userPageIcons[page];
      return {
        is: "link" as const,
        key: page,
        label: t(page === "userSummary" ? "row.summary" : `row.${page}`),
        icon: <Icon size={16} aria-hidden />,
        href: links.user(page, user),
        state: passUser(user),
      };
    }),
    {
      is: "action",
      key: "status",
      label: t("row.status"),
      icon: <Activity size={16} aria-hidden />,
      off: statusOff,
      onSelect: () => (user.phonenumber ? onStatus(user) : toast({ tone: "failed", title: t("status.noPhone") })),
    },
    { is: "divider", key: "apart" },
    {
      is: "action",
      key: "delete",
      tone: "danger",
      label: t("row.delete"),
      icon: <Trash2 size={16} aria-hidden />,
      off: deleteOff ?? (user.email ? undefined : t("delete.noEmail")),
      onSelect: () => onDelete(user),
    },
  ];
  return <MoreMenu label={t("row.actions", { what: calledOf(user).slice(0, 80) })} items={items} />;
}

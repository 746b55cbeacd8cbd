import { css } from "#styled/css";
import { type AdminRecord, useResetsPasskeys } from "../../data/use-admins.ts";
import { useCurrentSession } from "../../data/use-current-session.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useMutationOff } from "../../parts/mutation-button.tsx";
import { Ban, CircleCheck, KeyRound, UserCog } from "../../ui/more-icons.ts";
import type { MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { calledOf, isSelf, isSuper, roleWord, standingKind, standingOf } from "./admin-looks.ts";
import { Time } from "../../parts/time.tsx";

const strong = css({ fontWeight: "medium" });
const quiet = css({ color: "ink.muted" });

export type AdminDeed = "role" | "disable" | "enable" | "resetPasskeys";

interface AdminTableProps {
  rows: readonly AdminRecord[];
  onDeed: (deed: AdminDeed, of: AdminRecord) => void;
}

function AdminMenu({ of, onDeed }: { of: AdminRecord; onDeed: AdminTableProps["onDeed"] }) {
  const { t } = useTranslation(["security", "common"]);
  const session = useCurrentSession();
  const off = useMutationOff("canManageAdmins");
  const resets = useResetsPasskeys() && of.email !== undefined;
  const needsSuper = of.role === "super_admin" && isSuper(session) === false ? t("admins.superOnly") : undefined;
  const why = isSelf(of, session) ? t("admins.notYourself") : (off ?? needsSuper);
  const items: readonly MenuItem[] = [
    {
      is: "action",
      key: "role",
      label: t("admins.changeRole"),
      icon: <UserCog size={16} aria-hidden />,
      off: why,
      onSelect: () => onDeed("role", of),
    },
    ...(of.active === false
      ? []
      : [
          {
            is: "action",
            key: "disable",
            tone: "danger",
            label: t("admins.disable"),
            icon: <Ban size={16} aria-hidden />,
            off: why,
            onSelect: () => onDeed("disable", of),
          } as const,
        ]),
    ...(of.active === true
      ? []
      : [
          {
            is: "action",
            key: "enable",
            label: t("admins.enable"),
            icon: <CircleCheck size={16} aria-hidden />,
            off: why,
            onSelect: () => onDeed("enable", of),
          } as const,
        ]),
    ...(resets
      ? [
          {
            is: "action",
            key: "resetPasskeys",
            tone: "danger",
            label: t("admins.resetPasskeys"),
            icon: <KeyRound size={16} aria-hidden />,
            off: isSelf(of, session)
              ? t("admins.notYourPasskeys")
              : (off ?? (isSuper(session) === false ? t("admins.superResets") : undefined)),
            onSelect: () => onDeed("resetPasskeys", of),
          } as const,
        ]
      : []),
  ];
  return <MoreMenu label={t("admins.actions", { who: calledOf(of) })} items={items} />;
}

/** Every admin of the host, with the actions on each. */
export function AdminTable({ rows, onDeed }: AdminTableProps) {
  const { t } = useTranslation(["security", "userTools", "common"]);
  const session = useCurrentSession();
  return (
    <DataTable
      label={t("admins.title")}
      size="medium"
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        {
          label: t("admins.columns.name"),
          className: strong,
          render: (row) => (
            <span>
              {row.name ?? t("common:none")} {isSelf(row, session) ? <span className={quiet}>{t("admins.you")}</span> : null}
            </span>
          ),
        },
        { label: t("admins.columns.email"), render: ({ email }) => email ?? t("common:none") },
        { label: t("admins.columns.role"), render: ({ role }) => roleWord(t, role) },
        {
          label: t("admins.columns.account"),
          render: (row) => {
            const standing = standingOf(row);
            return <StatusMark kind={standingKind[standing]}>{t(`admins.standing.${standing}`)}</StatusMark>;
          },
        },
        {
          label: t("admins.columns.lastSeen"),
          kind: "figure",
          render: ({ lastSeenAt }) =>
            lastSeenAt ? <Time at={Date.parse(lastSeenAt)} /> : t(lastSeenAt === null ? "admins.never" : "common:none"),
        },
        {
          label: t("columns.actions"),
          isUnnamed: true,
          align: "end",
          kind: "actions",
          render: (row) => <AdminMenu of={row} onDeed={onDeed} />,
        },
      ]}
    />
  );
}

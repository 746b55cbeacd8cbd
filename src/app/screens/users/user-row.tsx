/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-tabindex -- `display` on narrow screens takes the implied roles away; rows are walked by the arrow keys. */
import { memo } from "react";
import { Link } from "wouter";
import type { CachedUser } from "../../data/use-users.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { links } from "../../links.ts";
import { passUser } from "../../state/passed-user.ts";
import { StatusMark } from "../../ui/status-mark.tsx";
import { kycKind } from "./user-looks.ts";
import { UserMenu } from "./user-menu.tsx";
import { muted, userActions, userCell, userName, userRow } from "./users-grid.ts";
import { Time } from "../../parts/time.tsx";

interface UserRowProps {
  user: CachedUser;
  rowIndex: number;
  tabIndex: number;
  onStatus: (user: CachedUser) => void;
  onDelete: (user: CachedUser) => void;
}

/** It breaks before its host, where it has to. */
function Email({ value }: { value: string }) {
  const at = value.lastIndexOf("@");
  return at < 1 ? (
    value
  ) : (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  );
}

/** One user (USER-3). */
export const UserRow = memo(function UserRow({ user, rowIndex, tabIndex, onStatus, onDelete }: UserRowProps) {
  const { t } = useTranslation(["users", "common"]);
  const none = <span className={muted}>{t("common:none")}</span>;
  const yesNo = (flag: boolean | undefined) => (flag === undefined ? none : flag ? t("common:yes") : t("common:no"));
  return (
    <tr role="row" aria-rowindex={rowIndex} tabIndex={tabIndex} className={userRow} data-user={user.id}>
      <td role="cell" className={userCell({ kind: "name" })} data-label={t("columns.username")}>
        <Link href={links.user("userSummary", user)} state={passUser(user)} className={userName}>
          {user.username ?? t("list.unnamed")}
        </Link>
      </td>
      <td role="cell" className={userCell({ kind: "email" })} data-label={t("columns.email")}>
        {user.email === undefined ? none : <Email value={user.email} />}
      </td>
      <td role="cell" className={userCell({ kind: "figure" })} data-label={t("columns.phonenumber")}>
        {user.phonenumber ?? none}
      </td>
      <td role="cell" className={userCell({ kind: "figure" })} data-label={t("columns.kycLevel")}>
        {user.kycLevel ?? none}
      </td>
      <td role="cell" className={userCell({ kind: "word" })} data-label={t("columns.kycStatus")}>
        {user.kycStatus ? <StatusMark kind={kycKind(user.kycStatus)}>{user.kycStatus}</StatusMark> : none}
      </td>
      <td role="cell" className={userCell({ kind: "word" })} data-label={t("columns.emailVerified")}>
        {yesNo(user.emailVerified)}
      </td>
      <td role="cell" className={userCell({ kind: "word" })} data-label={t("columns.bvnVerified")}>
        {yesNo(user.bvnVerified)}
      </td>
      <td role="cell" className={userCell({ kind: "time" })} data-label={t("columns.createdAt")}>
        {user.createdAt ? <Time at={Date.parse(user.createdAt)} /> : none}
      </td>
      <td role="cell" className={userActions}>
        <UserMenu user={user} onStatus={onStatus} onDelete={onDelete} />
      </td>
    </tr>
  );
});

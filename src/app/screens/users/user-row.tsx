/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-tabindex -- `display` on narrow screens takes the implied roles away; rows are walked by the arrow keys. */
import { type ReactNode, memo } from "react";
import { Link } from "wouter";
import type { CachedUser } from "../../data/use-users.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { passUser } from "../../state/passed-user.ts";
import { KycMark } from "../../parts/kyc-mark.tsx";
import type { UserBoxes } from "./selection/user-selection.tsx";
import type { UserColumn } from "./user-columns.ts";
import { UserMenu } from "./user-menu.tsx";
import { muted, userActions, userCell, userName, userRow } from "./users-grid.ts";
import { EmailText } from "../../parts/email-text.tsx";
import { Time } from "../../parts/time.tsx";

interface UserRowProps {
  user: CachedUser;
  rowIndex: number;
  tabIndex: number;
  onStatus: (user: CachedUser) => void;
  onDelete: (user: CachedUser) => void;
  /** Renders the row's checkbox, once rows can be selected. */
  boxes: UserBoxes | undefined;
  /** The visible columns. */
  order: readonly UserColumn[];
  /** Time of the newest cached transaction (epoch ms); undefined if none is cached, "?" while unknown. */
  lastActivity: number | "?" | undefined;
}

/** One user (USER-3). */
export const UserRow = memo(function UserRow({ user, rowIndex, tabIndex, onStatus, onDelete, boxes, order, lastActivity }: UserRowProps) {
  const { t } = useTranslation(["users", "common"]);
  const none = <span className={muted}>{t("common:none")}</span>;
  const yesNo = (flag: boolean | undefined) => (flag === undefined ? none : flag ? t("common:yes") : t("common:no"));
  const cellOf: Record<UserColumn, readonly ["name" | "email" | "figure" | "word" | "time", ReactNode]> = {
    username: ["name", user.username ?? t("list.unnamed")],
    email: ["email", user.email === undefined ? none : <EmailText value={user.email} />],
    phonenumber: ["figure", user.phonenumber ?? none],
    kycLevel: ["figure", user.kycLevel ?? none],
    kycStatus: ["word", user.kycStatus ? <KycMark user={user} /> : none],
    emailVerified: ["word", yesNo(user.emailVerified)],
    bvnVerified: ["word", yesNo(user.bvnVerified)],
    createdAt: ["time", user.createdAt ? <Time at={Date.parse(user.createdAt)} /> : none],
    lastActivity: ["time", lastActivity === undefined ? none : lastActivity === "?" ? null : <Time at={lastActivity} />],
  };
  // A row always has its link: Enter follows it.
  const linked = (["username", "email", "phonenumber"] as const).find((name) => order.includes(name)) ?? order[0];
  return (
    <tr role="row" aria-rowindex={rowIndex} tabIndex={tabIndex} className={userRow} data-user={user.id}>
      {boxes?.row(user)}
      {order.map((column) => {
        const [kind, content] = cellOf[column];
        return (
          <td key={column} role="cell" className={userCell({ kind })} data-label={t(`columns.${column}`)}>
            {column === linked ? (
              <Link href={links.user("userSummary", user)} state={passUser(user)} className={userName}>
                {content}
              </Link>
            ) : (
              content
            )}
          </td>
        );
      })}
      <td role="cell" className={userActions}>
        <UserMenu user={user} onStatus={onStatus} onDelete={onDelete} />
      </td>
    </tr>
  );
});

import type { Permission } from "../../../contract/sign-in.ts";
import { links, type UserPage, type UserSubject } from "../../links.ts";
import { userPageIcons } from "../../parts/user-page-icons.ts";
import type { Icon } from "../../ui/icons.tsx";
import { ArrowDownToLine, ArrowUpFromLine } from "../../ui/more-icons.ts";

export type ToolName = "summary" | "fund" | "deduct" | Exclude<UserPage, "userSummary">;

/** A page with an action for one user; the page itself checks permissions. */
export interface Tool {
  readonly name: ToolName;
  readonly icon: Icon;
  readonly permission?: Permission;
  readonly href: (user: UserSubject) => string;
}

const page = (name: Exclude<UserPage, "userSummary">, permission: Permission): Tool => ({
  name,
  permission,
  icon: userPageIcons[name],
  href: (user) => links.user(name, user),
});
const funding = (name: "fund" | "deduct", icon: Icon): Tool => ({
  name,
  permission: "canFundUsers",
  icon,
  href: ({ email }) => links.funding({ ...(email && { email }), operation: name }),
});

/** Every user tool. Opening one has no effect by itself. */
export const tools: readonly Tool[] = [
  { name: "summary", icon: userPageIcons.userSummary, href: (user) => links.user("userSummary", user) },
  funding("fund", ArrowDownToLine),
  funding("deduct", ArrowUpFromLine),
  page("fetchWallets", "canManageWallets"),
  page("generateWallet", "canManageWallets"),
  page("regenerateWallet", "canManageWallets"),
  page("wipePendingBalance", "canManageWallets"),
  page("disable2fa", "canManageKYC"),
  page("removePassword", "canManageKYC"),
];

import type { Permission } from "../../../contract/sign-in.ts";
import { links, type UserSubject } from "../../links.ts";
import { type Icon, Wallet } from "../../ui/icons.tsx";
import { ArrowDownToLine, ArrowUpFromLine, CircleUser, Eraser, KeyRound, RefreshCw, ShieldOff, WalletCards } from "../../ui/more-icons.ts";

export const toolNames = [
  "summary",
  "fund",
  "deduct",
  "fetchWallets",
  "generateWallet",
  "regenerateWallet",
  "wipePendingBalance",
  "disable2fa",
  "removePassword",
] as const;
export type ToolName = (typeof toolNames)[number];

/** A page with an action for one user; the page itself checks permissions. */
export interface Tool {
  readonly name: ToolName;
  readonly icon: Icon;
  readonly permission?: Permission;
  readonly href: (user: UserSubject) => string;
}

/** Every user tool. Opening one has no effect by itself. */
export const tools: readonly Tool[] = [
  { name: "summary", icon: CircleUser, href: (user) => links.user("userSummary", user) },
  {
    name: "fund",
    icon: ArrowDownToLine,
    permission: "canFundUsers",
    href: ({ email }) => links.funding({ ...(email && { email }), operation: "fund" }),
  },
  {
    name: "deduct",
    icon: ArrowUpFromLine,
    permission: "canFundUsers",
    href: ({ email }) => links.funding({ ...(email && { email }), operation: "deduct" }),
  },
  { name: "fetchWallets", icon: Wallet, permission: "canManageWallets", href: (user) => links.user("fetchWallets", user) },
  { name: "generateWallet", icon: WalletCards, permission: "canManageWallets", href: (user) => links.user("generateWallet", user) },
  { name: "regenerateWallet", icon: RefreshCw, permission: "canManageWallets", href: (user) => links.user("regenerateWallet", user) },
  { name: "wipePendingBalance", icon: Eraser, permission: "canManageWallets", href: (user) => links.user("wipePendingBalance", user) },
  { name: "disable2fa", icon: ShieldOff, permission: "canManageKYC", href: (user) => links.user("disable2fa", user) },
  { name: "removePassword", icon: KeyRound, permission: "canManageKYC", href: (user) => links.user("removePassword", user) },
];

import type { UserPage } from "../links.ts";
import { type Icon, Wallet } from "../ui/icons.tsx";
import { CircleUser, Eraser, KeyRound, RefreshCw, ShieldOff, WalletCards } from "../ui/more-icons.ts";

export const userPageIcons: Readonly<Record<UserPage, Icon>> = {
  userSummary: CircleUser,
  disable2fa: ShieldOff,
  removePassword: KeyRound,
  fetchWallets: Wallet,
  wipePendingBalance: Eraser,
  generateWallet: WalletCards,
  regenerateWallet: RefreshCw,
};

import type { Offered } from "../../data/use-offers.ts";
import type { layout } from "../../words/en/layout.ts";
import { paths } from "../../links.ts";
import { type Icon, LayoutDashboard, Percent, ScrollText, Settings, ShieldCheck, Stamp, Users, Wallet } from "../../ui/icons.tsx";

export interface MenuEntry {
  label: keyof typeof layout.entries;
  path: string;
  icon: Icon;
  /** Path prefixes that also belong to the entry. */
  under?: readonly string[];
  flyout?: readonly { label: keyof typeof layout.entries; path: string }[];
  /** config.json field that offers it; omit if every host does. */
  offeredBy?: Offered;
  /** Preceded by a divider. */
  apart?: true;
}

/** The menu, in the documents' order (LAY-2). */
export const menuEntries: readonly MenuEntry[] = [
  { label: "dashboard", path: paths.home, icon: LayoutDashboard, under: [paths.dashboard, "/transactions", paths.lookUp, paths.cases] },
  { label: "users", path: paths.users, icon: Users, under: ["/user-management"] },
  {
    label: "fees",
    path: paths.fees,
    icon: Percent,
    under: [paths.fees],
    flyout: [
      { label: "allFees", path: paths.fees },
      { label: "giftCardRates", path: paths.giftCardRates },
      { label: "priceCalculator", path: paths.priceCalculator },
    ],
  },
  { label: "funding", path: paths.funding, icon: Wallet, under: [paths.funding] },
  { label: "approvals", path: paths.approvals, icon: Stamp, under: [paths.approvals], offeredBy: "approvals" },
  { label: "security", path: paths.security, icon: ShieldCheck, under: [paths.security] },
  { label: "audit", path: paths.audit, icon: ScrollText },
  { label: "settings", path: paths.settings, icon: Settings, apart: true },
];

/** The entry an address belongs to. */
export const entryOf = (path: string): MenuEntry | undefined =>
  menuEntries.find((entry) => entry.path === path) ??
  menuEntries.find((entry) => entry.under?.some((start) => path === start || path.startsWith(`${start}/`)));

import type { Permission } from "../../../contract/sign-in.ts";
import type { Offered } from "../../data/use-offers.ts";
import type { Translate } from "../../words/keys.ts";
import { menuEntries } from "../layout/menu-entries.tsx";
import type { layout } from "../../words/en/layout.ts";
import type { search } from "../../words/en/search.ts";
import { links, paths } from "../../links.ts";
import { type Icon, Wallet } from "../../ui/icons.tsx";
import { BadgePercent, Calculator, CircleCheck, Gift, ListFilter, Pin, Receipt, Scale, UserCog, UserPlus } from "../../ui/more-icons.ts";

/** A screen that the palette and the keys lead to. */
export interface Place {
  readonly label: keyof typeof layout.entries | keyof typeof search.places;
  readonly path: string;
  readonly icon: Icon;
  /** Letter after G. */
  readonly key?: string;
  readonly permission?: Permission;
  /** config.json field that offers it; omit if every host does. */
  readonly offeredBy?: Offered | undefined;
}

/** A screen's name in the menu, or in the palette only. */
export const placeWords = (t: Translate<["search", "layout"]>, { label }: Place): string =>
  label === "bulkFunding" ||
  label === "lookUp" ||
  label === "cases" ||
  label === "admins" ||
  label === "approvalRules" ||
  label === "createAdmin" ||
  label === "editFee" ||
  label === "reconcile" ||
  label === "closeDay"
    ? t(`places.${label}`)
    : t(`layout:entries.${label}`);

const keys: Readonly<Record<string, string>> = {
  [paths.home]: "d",
  [paths.users]: "u",
  [paths.fees]: "f",
  [paths.giftCardRates]: "r",
  [paths.priceCalculator]: "p",
  [paths.funding]: "b",
  [paths.security]: "s",
  [paths.audit]: "a",
  [paths.settings]: "t",
};
const icons: Readonly<Record<string, Icon>> = { [paths.giftCardRates]: Gift, [paths.priceCalculator]: Calculator };

/** Every standalone screen, in the menu's order, then those reached from another one. */
export const places: readonly Place[] = [
  ...menuEntries
    .flatMap(({ label, path, icon, offeredBy, flyout = [] }): Place[] => [
      { label, path, icon, offeredBy },
      ...flyout
        .filter((child) => child.path !== path)
        .map((child) => ({ label: child.label, path: child.path, icon: icons[child.path] ?? icon })),
    ])
    .map((place) => ({ ...place, ...(keys[place.path] && { key: keys[place.path] }) })),
  {
    label: "bulkFunding",
    path: paths.bulkFunding,
    icon: Wallet,
    permission: "canFundUsers",
    offeredBy: "idempotencyHeader",
  },
  { label: "lookUp", path: paths.lookUp, icon: ListFilter, permission: "canViewTransactions" },
  { label: "reconcile", path: links.audit("reconcile"), icon: Receipt, permission: "canAccessReports" },
  { label: "closeDay", path: links.audit("close"), icon: CircleCheck, permission: "canAccessReports" },
  { label: "cases", path: paths.cases, icon: Pin },
  { label: "admins", path: paths.admins, icon: UserCog, permission: "canManageAdmins", offeredBy: "admins" },
  { label: "approvalRules", path: paths.approvalRules, icon: Scale, offeredBy: "approvalPolicy" },
  { label: "createAdmin", path: paths.createAdmin, icon: UserPlus, permission: "canManageAdmins" },
  { label: "editFee", path: paths.editFee, icon: BadgePercent, permission: "canManageFees" },
];

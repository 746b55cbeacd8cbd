import { type AdminRole, type Permission, permissionNames } from "../../src/contract/sign-in.ts";

export type Permissions = Readonly<Record<Permission, boolean>>;

const only = (granted: readonly Permission[]): Permissions => {
  const has = new Set<Permission>(granted);
  return {
    canDeleteUsers: has.has("canDeleteUsers"),
    canManageWallets: has.has("canManageWallets"),
    canManageFees: has.has("canManageFees"),
    canViewTransactions: has.has("canViewTransactions"),
    canFundUsers: has.has("canFundUsers"),
    canManageKYC: has.has("canManageKYC"),
    canAccessReports: has.has("canAccessReports"),
    canManageAdmins: has.has("canManageAdmins"),
  };
};

/** Default permissions by role. */
export const permissionsOf: Readonly<Record<AdminRole, Permissions>> = {
  super_admin: only(permissionNames),
  admin: only(permissionNames.filter((name) => name !== "canManageAdmins")),
  moderator: only(["canViewTransactions", "canManageKYC", "canAccessReports"]),
};

export const nothing: Permissions = only([]);

/** For self-registered accounts: view only. */
export const viewOnly: Permissions = only(["canViewTransactions"]);

import type { Config } from "../../contract/config.ts";
import { usePermission } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";

/** The fields of config.json that offer a screen, or what a screen needs. */
export type Offered = keyof Pick<Config, "admins" | "approvals" | "approvalPolicy" | "idempotencyHeader">;

/** Whether the host offers this admin what a field of config.json names. */
export function useOffers(): (field: Offered) => boolean {
  const { config } = useSync().host;
  const mayFund = usePermission("canFundUsers");
  const mayReport = usePermission("canAccessReports");
  return (field) => config[field] !== undefined && (field === "admins" || mayFund || mayReport);
}

import type { Config } from "../../contract/config.ts";
import { usePermission } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";

/** config.json fields that enable a screen, or what a screen needs. */
export type Offered = keyof Pick<Config, "admins" | "approvals" | "approvalPolicy" | "idempotencyHeader">;

/** Whether the host offers a config.json feature to this admin. */
export function useOffers(): (field: Offered) => boolean {
  const { config } = useSync().host;
  const mayFund = usePermission("canFundUsers");
  const mayReport = usePermission("canAccessReports");
  return (field) => config[field] !== undefined && (field === "admins" || mayFund || mayReport);
}

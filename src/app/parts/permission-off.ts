import type { Permission } from "../../contract/sign-in.ts";
import { useTranslation } from "../words/use-translation.ts";
import { usePermission } from "../state/auth.ts";

/** Why a request is disabled, as text: the permission is missing (AUTH-18). Undefined if enabled. */
export function usePermissionOff(permission: Permission): string | undefined {
  const { t } = useTranslation();
  const may = usePermission(permission);
  return may ? undefined : t("off.permission", { permission });
}

import type { Permission } from "../../contract/sign-in.ts";
import { useTranslation } from "../words/use-translation.ts";
import { usePermission } from "../state/auth.ts";

/** Why something can't be asked for, in words: the permission that it takes is missing (AUTH-18). Undefined: it can. */
export function usePermissionOff(permission: Permission): string | undefined {
  const { t } = useTranslation();
  const may = usePermission(permission);
  return may ? undefined : t("off.permission", { permission });
}

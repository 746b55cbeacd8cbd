import { useId } from "react";
import type { Permission } from "../../contract/sign-in.ts";
import { isInsecure } from "../../sync/wire/withheld.ts";
import { useReach } from "../data/use-reach.ts";
import { useTranslation } from "../words/use-translation.ts";
import { usePermission } from "../state/auth.ts";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

export type MutationButtonProps = ButtonProps & {
  /** Permission the action needs (AUTH-18); omit if none. */
  permission?: Permission;
};

/** Why mutations are disabled now, as text: plain http, host unreachable, or not permitted. Undefined if enabled. */
export function useMutationOff(permission?: Permission): string | undefined {
  const { t } = useTranslation();
  const reach = useReach();
  const may = usePermission(permission);
  if (isInsecure()) return t("off.insecure");
  if (permission && !may) return t("off.permission", { permission });
  return reach.is === "unreachable" ? t("off.unreachable") : undefined;
}

/**
 * Button that changes something on the host: disabled while the host is unreachable (SYNC-4), without the permission
 * (AUTH-18), and while its request is in flight (`busy`). It stays focusable and announces why. `off` adds a
 * screen-specific reason.
 */
export function MutationButton({ permission, off, busy, children, ...rest }: MutationButtonProps) {
  const { t } = useTranslation();
  const id = useId();
  const reason = useMutationOff(permission) ?? (busy ? t("off.inFlight") : undefined) ?? off;
  return (
    <>
      <Button {...rest} busy={busy} off={reason} aria-describedby={reason === undefined ? rest["aria-describedby"] : id}>
        {children}
      </Button>
      {reason === undefined ? null : (
        <VisuallyHidden>
          <span id={id}>{reason}</span>
        </VisuallyHidden>
      )}
    </>
  );
}

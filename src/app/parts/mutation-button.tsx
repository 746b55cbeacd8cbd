import { useId } from "react";
import type { Permission } from "../../contract/sign-in.ts";
import { isInsecure } from "../../sync/wire/withheld.ts";
import { useReach } from "../data/use-reach.ts";
import { useTranslation } from "../words/use-translation.ts";
import { usePermission } from "../state/auth.ts";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { VisuallyHidden } from "../ui/visually-hidden.tsx";

export type MutationButtonProps = ButtonProps & {
  /** The permission that the deed takes (AUTH-18); absent: it takes none. */
  permission?: Permission;
};

/** Why nothing can be changed now, in words: by plain http, out of reach, or not permitted. Undefined: it can. */
export function useMutationOff(permission?: Permission): string | undefined {
  const { t } = useTranslation();
  const reach = useReach();
  const may = usePermission(permission);
  if (isInsecure()) return t("off.insecure");
  if (permission && !may) return t("off.permission", { permission });
  return reach.is === "unreachable" ? t("off.unreachable") : undefined;
}

/**
 * A button that changes something on the host: off while the host is out of reach (SYNC-4), without the
 * permission (AUTH-18), and while its request is in flight (`busy`); it stays focusable and says which.
 * `off` adds a reason of the screen's own.
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

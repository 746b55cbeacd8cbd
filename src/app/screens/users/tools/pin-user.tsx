import { PinButton } from "../../../cases/pin-button.tsx";
import { usePin } from "../../../cases/use-pin.ts";
import type { CachedUser } from "../../../data/use-users.ts";
import { useTranslation } from "../../../words/use-translation.ts";

/** Pins the page's user to a case (FIND-7). */
export function PinUser({ user }: { user: CachedUser | undefined }) {
  const { t } = useTranslation("cases");
  const pin = usePin();
  return (
    <PinButton size="small" off={user ? undefined : t("pin.notHere")} onPin={() => user && pin(async () => [{ is: "user", row: user }])} />
  );
}

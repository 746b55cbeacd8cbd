import { useEffect } from "react";
import type { Host } from "../../sync/wire/host.ts";
import "../words/cache-words.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { BootPage } from "../ui/boot-page.tsx";
import { logOut } from "../session/session-end.ts";
import { takeEarlyKeys } from "../state/early-keys.ts";

interface CacheStoppedProps {
  /** `newer`: the cache belongs to a newer app version. `failed`: the cache, or the code that opens it, is unavailable. */
  is: "newer" | "failed";
  host: Host;
  onRetry: () => void;
}

/** Stops a signed-in app that has no usable cache. */
export function CacheStopped({ is, host, onRetry }: CacheStoppedProps) {
  const { t } = useTranslation(["cache", "boot", "common"]);
  useEffect(() => void takeEarlyKeys(), []);
  if (is === "newer")
    return (
      <BootPage
        title={t("newerTitle")}
        actions={
          <Button kind="primary" onClick={() => location.reload()}>
            {t("boot:reload")}
          </Button>
        }
      >
        <p>{t("newerText")}</p>
      </BootPage>
    );
  return (
    <BootPage
      title={t("openFailedTitle")}
      actions={
        <>
          <Button kind="primary" onClick={onRetry}>
            {t("common:retry")}
          </Button>
          <Button onClick={() => void logOut(host, undefined)}>{t("signOut")}</Button>
        </>
      }
    >
      <p>{t("openFailedText")}</p>
      <p>{t("signOutText")}</p>
    </BootPage>
  );
}

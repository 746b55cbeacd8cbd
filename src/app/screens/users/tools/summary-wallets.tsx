import { Link } from "wouter";
import type { Person } from "../../../../db/people/person.ts";
import { isAwaited } from "../../../data/is-awaited.ts";
import type { Fetching } from "../../../data/use-feed.ts";
import type { KnownWallets } from "../../../data/use-wallets.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { links } from "../../../links.ts";
import { usePermissionOff } from "../../../parts/permission-off.ts";
import { Button } from "../../../ui/button.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { walletsOf } from "../wallets/portfolio.ts";
import { WalletList } from "../wallets/wallet-list.tsx";
import { moreLook, quietBox, SummarySection } from "./summary-section.tsx";

interface SummaryWalletsProps {
  person: Person;
  known: KnownWallets | undefined;
  fetching: Fetching;
  isOut: boolean;
  /** The user's record may still come. */
  isComing: boolean;
  onRetry: () => void;
}

/** A user's wallets, as in the wallet tool. */
export function SummaryWallets({ person, known, fetching, isOut, isComing, onRetry }: SummaryWalletsProps) {
  const { t } = useTranslation(["userTools", "wallets", "common"]);
  const wallets = known ? walletsOf(known.wallets) : [];
  const off = usePermissionOff("canManageWallets");
  const hasFailed = (fetching.is === "failed" || fetching.is === "odd") && !isOut;
  return (
    <SummarySection
      title={t("summary.wallets")}
      more={
        person.email ? (
          <Link href={links.user("fetchWallets", { email: person.email })} className={moreLook}>
            {t("summary.walletsAll")}
          </Link>
        ) : null
      }
    >
      <KeepFocus />
      {hasFailed ? (
        <Notice
          tone="warning"
          title={(fetching.is === "failed" ? fetching.message : undefined) ?? t("wallets:failed")}
          action={
            <Button size="small" onClick={onRetry}>
              {t("common:retry")}
            </Button>
          }
        >
          {fetching.is === "odd" ? t("wallets:other") : known ? t("wallets:failedCached") : undefined}
        </Notice>
      ) : null}
      {wallets.length > 0 ? (
        <WalletList wallets={wallets} />
      ) : hasFailed ? null : (
        <p className={quietBox}>
          {known
            ? t("wallets:none")
            : off !== undefined
              ? off
              : isComing || (isAwaited(fetching) && !isOut)
                ? t("common:loading")
                : t(person.email ? "summary.walletsNone" : "summary.walletsUnknown")}
        </p>
      )}
    </SummarySection>
  );
}

import { Link } from "wouter";
import { css } from "#styled/css";
import { type CachedUser } from "../../../data/use-users.ts";
import { useCachedWallets } from "../../../data/use-wallets.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { links } from "../../../links.ts";
import { passUser } from "../../../state/passed-user.ts";
import { Notice } from "../../../ui/notice.tsx";

const list = css({ display: "grid", gridTemplateColumns: "[auto minmax(0, 1fr)]", columnGap: "3", rowGap: "1", marginTop: "2" });
const token = css({ fontWeight: "medium", color: "ink" });
const address = css({ fontFamily: "mono", fontSize: "xs", lineHeight: "1.25rem", overflowWrap: "anywhere", color: "ink" });
const link = css({ color: "ink", textDecoration: "underline" });

interface ForcedWarningProps {
  user: CachedUser | undefined;
  /** Tokens whose addresses are replaced, like BTC_BTC; omit for all. */
  tokens?: readonly string[];
}

/** Warns that the current addresses may still receive deposits, and lists the known ones. */
export function ForcedWarning({ user, tokens }: ForcedWarningProps) {
  const { t } = useTranslation("userTools");
  const format = useFormat();
  const now = useNow();
  const { known } = useCachedWallets(user?.email);
  const addresses = Object.entries(known?.wallets.wallets ?? {}).flatMap(([key, wallet]) =>
    wallet.address && (tokens === undefined || tokens.includes(key)) ? [{ key, address: wallet.address }] : [],
  );
  return (
    <Notice tone="warning" title={t("forced.title")}>
      <p>{t("forced.text")}</p>
      {known && addresses.length > 0 ? (
        <>
          <p>{t("forced.addresses", { time: format.minute(known.asOf, now) })}</p>
          <dl className={list}>
            {addresses.map((one) => (
              <div key={one.key} style={{ display: "contents" }}>
                <dt className={token}>{one.key}</dt>
                <dd className={address}>{one.address}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p>
          {t("forced.noAddresses")}{" "}
          {user?.email ? (
            <Link href={links.user("fetchWallets", user)} state={passUser(user)} className={link}>
              {t("forced.fetch")}
            </Link>
          ) : null}
        </p>
      )}
    </Notice>
  );
}

import type { CachedUser } from "../data/use-users.ts";
import { StatusMark, type StatusKind } from "../ui/status-mark.tsx";
import type { Translate } from "../words/keys.ts";
import { useTranslation } from "../words/use-translation.ts";

/** Look of a KYC status; hosts use their own words. */
export function kycKind(status: string): StatusKind {
  const word = status.toLowerCase();
  if (/^(un(?!der)|not)/.test(word)) return "other";
  if (/verif|approv|complet|pass/.test(word)) return "done";
  if (/pending|review|submit|progress/.test(word)) return "pending";
  return /reject|fail|declin/.test(word) ? "failed" : "other";
}

const known = ["approved", "not_started", "pending", "rejected", "under_review", "unverified", "verified"] as const;

/** A KYC status in the admin's language; one that isn't known as the host wrote it. */
export function kycWord(t: Translate<"users">, status: string): string {
  const code = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  const name = known.find((one) => one === code);
  return name ? t(`kyc.${name}`) : status;
}

/** A user's KYC status, after the level if asked for; the level alone, or "—", where the host sent no status. */
export function KycMark({ user, withLevel = false }: { user: CachedUser | undefined; withLevel?: boolean }) {
  const { t } = useTranslation(["users", "common"]);
  const { kycLevel, kycStatus } = user ?? {};
  const none = t("common:none");
  if (!kycStatus) return withLevel ? (kycLevel ?? none) : none;
  const status = kycWord(t, kycStatus);
  return <StatusMark kind={kycKind(kycStatus)}>{withLevel ? t("kyc.ofLevel", { level: kycLevel ?? none, status }) : status}</StatusMark>;
}

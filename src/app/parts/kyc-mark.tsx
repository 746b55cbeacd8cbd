import type { CachedUser } from "../data/use-users.ts";
import { StatusMark, type StatusKind } from "../ui/status-mark.tsx";
import type { Translate } from "../words/keys.ts";
import { useTranslation } from "../words/use-translation.ts";

/** Look of a KYC status; hosts use their own words. Only a whole word that is known for it is done. */
export function kycKind(status: string): StatusKind {
  const words = status
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ");
  if (/^not|\bnot\b|\bun(?!der)/.test(words)) return "other";
  if (/reject|fail|declin|denied|disapprov/.test(words)) return "failed";
  if (/pending|review|submit|progress|await|waiting|requir|verifying/.test(words)) return "pending";
  return /^((kyc|verification) )?(verified|approved|completed?|passed)$/.test(words) ? "done" : "other";
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

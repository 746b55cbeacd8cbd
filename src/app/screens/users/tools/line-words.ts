import { kycWord } from "../../../parts/kyc-mark.tsx";
import { timelineAtMost, type TimelineEvent } from "../../../../db/people/user-timeline.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { operationWord, standing } from "../../../parts/attempt-words.ts";
import { outcomeWord, rowOfEntry } from "../../audit/log-row.ts";
import { movedWords } from "../../audit/moved.ts";
import { isKnownStatus, isKnownType } from "../../transactions/looks.ts";

/** Texts of a timeline line: what happened, and the source. */
export function useLineWords(): (event: TimelineEvent) => { readonly what: string; readonly source: string } {
  const { t } = useTranslation("timeline");
  const { t: words } = useTranslation(["transactions", "common"]);
  const { t: tAttempts } = useTranslation("attempts");
  const { t: tUsers } = useTranslation("users");
  const { t: tAudit } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const now = useNow();
  const minute = (at: number): string => format.minute(at, now);
  return (event) => {
    switch (event.is) {
      case "transaction": {
        const { row } = event;
        const [type, status] = [row.type?.toUpperCase() ?? "", row.status?.toUpperCase() ?? ""];
        const amount = row.amount ? `${format.signed(row.amount)} ${row.currency ?? ""}`.trim() : "";
        const parts = [
          isKnownType(type) ? words(`types.${type}`) : row.type,
          amount,
          isKnownStatus(status) ? words(`statuses.${status}`) : row.status,
        ];
        return { what: parts.filter(Boolean).join(" · "), source: t("cached", { time: minute(row.seenAt) }) };
      }
      case "device": {
        const { operation, details } = event.attempt;
        const money = [details["amount"] && format.exact(details["amount"]), details["currency"]].filter(Boolean).join(" ");
        const what = [operationWord(tAttempts, operation), money, standing(tAttempts, event.attempt).word].filter(Boolean).join(" · ");
        return { what, source: t("journal") };
      }
      case "log": {
        const { actor, outcome, seq } = event.entry;
        const action = movedWords(tAudit, format, rowOfEntry(event.entry));
        const what = [t("logLine", { action, actor: actor ?? t("nobody") }), outcomeWord(tAudit, outcome)].join(" · ");
        return { what, source: t("entry", { seq }) };
      }
      case "generation":
        return {
          what: t("generation", { state: t(`states.${event.job.end?.is ?? "on"}`) }),
          source: t("followed", { time: minute(event.job.asOf) }),
        };
      case "kyc": {
        const { kycLevel, kycStatus, seenAt } = event.user;
        return {
          what: t("kyc", { level: String(kycLevel ?? t("unknown")), status: kycStatus ? kycWord(tUsers, kycStatus) : t("unknown") }),
          source: t("seen", { time: minute(seenAt) }),
        };
      }
      case "gap": {
        const [from, to] = [event.from, event.to].map((at) => (at === undefined ? undefined : minute(at)));
        const older = (at: string): string => t(event.putAway ? "putAway" : "gapOlder", { from: at });
        const what = from && to ? t("gap", { from, to }) : from ? older(from) : to ? t("gapNewer", { to }) : t("gapAll");
        return { what, source: "" };
      }
      case "cut":
        return { what: t("cut", { kind: t(`kinds.${event.kind}`), count: timelineAtMost }), source: "" };
    }
  };
}

import { useRef, useState } from "react";
import { dashboardAnalytics } from "../../../contract/analytics.ts";
import { nameOf } from "../../../contract/call.ts";
import { filterTransactions, recentTransactions } from "../../../contract/transactions.ts";
import { useTroubles } from "../../data/use-notices.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { toast } from "../../ui/toast.ts";

/** Minimum interval between toasts for the same failing call, in ms. */
const saidAgainAfterMs = 30_000;

const listCalls = new Set([nameOf(recentTransactions), nameOf(filterTransactions)]);

export interface Malformed {
  call: string;
  problem: string;
}

/** Reports failed reads in a toast (DASH-1, DASH-5); returns the last malformed answer (SYNC-8). */
export function useDashboardTroubles(): { malformed: Malformed | undefined; dismiss: () => void } {
  const { t } = useTranslation("transactions");
  const [malformed, setMalformed] = useState<Malformed>();
  const said = useRef(new Map<string, number>());
  useTroubles(({ call, answer }) => {
    // The connection line reports an unreachable host, and the PIN dialog an expired token.
    if (answer.is === "expired" || answer.is === "lost") return;
    if (answer.is === "malformed") setMalformed({ call, problem: answer.problem });
    const title = listCalls.has(call) ? t("list.failed") : call === nameOf(dashboardAnalytics) ? t("cards.failed") : undefined;
    const last = said.current.get(call) ?? -Infinity;
    if (title === undefined || Date.now() - last < saidAgainAfterMs) return;
    said.current.set(call, Date.now());
    toast({ tone: "failed", title });
  });
  return { malformed, dismiss: () => setMalformed(undefined) };
}

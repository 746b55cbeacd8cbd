import { useRef, useState } from "react";
import { dashboardAnalytics } from "../../../contract/analytics.ts";
import { nameOf } from "../../../contract/call.ts";
import { recentTransactions } from "../../../contract/transactions.ts";
import { useTroubles } from "../../data/use-notices.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { toast } from "../../ui/toast.ts";
import { useListView } from "./use-list-view.ts";

/** Minimum interval between toasts about the same failure, in ms. */
const saidAgainAfterMs = 30_000;

export interface Malformed {
  call: string;
  problem: string;
}

/** Reports failed reads in a toast (DASH-1, DASH-5); returns the last malformed answer (SYNC-8). */
export function useDashboardTroubles(): { malformed: Malformed | undefined; dismiss: () => void } {
  const { t } = useTranslation("transactions");
  const [malformed, setMalformed] = useState<Malformed>();
  const said = useRef(new Map<string, number>());
  const { filter, key } = useListView();
  const list = key ? JSON.stringify(filter) : nameOf(recentTransactions);
  useTroubles(({ call, demands = [], answer }) => {
    // The connection line reports an unreachable host, and the PIN dialog an expired token.
    if (answer.is === "expired" || answer.is === "lost") return;
    if (answer.is === "malformed") setMalformed({ call, problem: answer.problem });
    const of = [call, ...demands].find((one) => one === list || one === nameOf(dashboardAnalytics));
    if (of === undefined || Date.now() - (said.current.get(of) ?? 0) < saidAgainAfterMs) return;
    said.current.set(of, Date.now());
    toast({ tone: "failed", title: t(of === list ? "list.failed" : "cards.failed") });
  });
  return { malformed, dismiss: () => setMalformed(undefined) };
}

import { useEffect, useRef } from "react";
import { readKeptSlip } from "../../../db/money/slips.ts";
import { openSlips, useMe, useOpenSlips } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { stateWord } from "../../screens/approvals/slip-words.ts";
import { notifyInBackground } from "../../state/notify.ts";
import { slipNews } from "./slip-news.ts";

/** Pages out of sight fetch nothing by themselves: whoever wants to be notified asks this often, in ms. */
const askEveryMs = 60_000;
/** What another tab has fetched within this time will do, in ms. */
const sharedWithinMs = 45_000;

/** System notifications for slips that wait for this admin, and for his own that were decided (APPR-4): draws nothing. */
export function SlipNotices() {
  const { t } = useTranslation("approvals");
  const { db, dispatcher, host } = useSync();
  const me = useMe();
  const open = useOpenSlips();
  const mine = me.email ?? me.id;
  const hasOwn = open !== undefined && open.own.length > 0;

  useEffect(() => {
    const ask = (): void => {
      if (document.visibilityState !== "hidden") return;
      void dispatcher.demand("slips", { filter: openSlips, page: 1 }, sharedWithinMs);
      if (hasOwn) void dispatcher.demand("slips", { filter: { maker: mine }, page: 1 }, sharedWithinMs);
    };
    const timer = setInterval(() => {
      if (!host.live.tells("slips", host.clock)) ask();
    }, askEveryMs);
    // The stream of changes says when there is something to ask for.
    const unheed = host.live.asked.subscribe(() => {
      const views = host.live.asked.get()?.views;
      if (views === "all" || views?.includes("slips")) ask();
    });
    return () => {
      clearInterval(timer);
      unheed();
    };
  }, [dispatcher, host, mine, hasOwn]);

  const before = useRef(open);
  useEffect(() => {
    if (open === undefined) return;
    const { toDecide, gone } = slipNews(before.current, open);
    before.current = open;
    if (toDecide !== undefined) void notifyInBackground(t("notify.title"), t("notify.toDecide", { count: toDecide }), "counterfoil-slips");
    for (const id of gone)
      void readKeptSlip(db, id).then((slip) => {
        if (slip && slip.state !== "open")
          void notifyInBackground(t("notify.title"), t("notify.decided", { state: stateWord(t, slip.state) }), `counterfoil-slip-${id}`);
      });
  }, [open, db, t]);
  return null;
}

import { useEffect, useRef } from "react";
import { readKeptSlip } from "../../../db/money/slips.ts";
import { openSlips, useMe, useOpenSlips } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links, paths } from "../../links.ts";
import { stateWord } from "../../screens/approvals/slip-words.ts";
import { notifyInBackground } from "../../state/notify.ts";
import { seenOf, type SeenSlips, slipNews } from "./slip-news.ts";

/** Polling interval in hidden tabs, which fetch nothing otherwise, in ms. */
const askEveryMs = 60_000;
/** Data another tab has fetched within this time is recent enough, in ms. */
const sharedWithinMs = 45_000;

/** System notifications for slips waiting for this admin, and for their own that were decided (APPR-4); renders nothing. */
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
    // The change stream says when to fetch.
    const unheed = host.live.asked.subscribe(() => {
      const views = host.live.asked.get()?.views;
      if (views === "all" || views?.includes("slips")) ask();
    });
    return () => {
      clearInterval(timer);
      unheed();
    };
  }, [dispatcher, host, mine, hasOwn]);

  const before = useRef<SeenSlips>(open);
  useEffect(() => {
    if (open === undefined) return;
    const { toDecide, gone } = slipNews(before.current, open);
    before.current = seenOf(before.current, open);
    const title = t("notify.title");
    // If there is only one, open it directly.
    const path = toDecide === 1 && open.onlyId !== undefined ? links.approval(open.onlyId) : paths.approvals;
    if (toDecide !== undefined) void notifyInBackground({ title, body: t("notify.toDecide", { count: toDecide }), tag: "slips", path });
    for (const id of gone)
      void readKeptSlip(db, id).then(
        (slip) => {
          if (!slip || slip.state === "open") return;
          const body = t("notify.decided", { state: stateWord(t, slip.state) });
          void notifyInBackground({ title, body, tag: `slip-${id}`, path: links.approval(id) });
        },
        // The session has ended meanwhile.
        () => {},
      );
  }, [open, db, t]);
  return null;
}

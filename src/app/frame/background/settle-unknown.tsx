import { useEffect, useRef, useState } from "react";
import { settledByHand } from "../../../db/money/by-hand.ts";
import { hasEnded, readAttempt } from "../../../db/money/journal.ts";
import { canClose } from "../../../sync/money/close.ts";
import { Settler } from "../../../sync/money/keep-settling.ts";
import { useSync } from "../../data/sync-context.ts";
import { useLiveQuery } from "../../data/use-live-query.ts";
import { useToSettle } from "../../data/use-gate.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { operationWord } from "../../parts/attempt-words.ts";
import { toast } from "../../ui/toast.ts";

const listed = (list: string): readonly string[] => (list === "" ? [] : list.split(" "));

/** Lets the host settle unknown outcomes (KEY-2), and reports each result in every tab; needs the "attempts" translations. */
export function SettleUnknown() {
  const sync = useSync();
  const { t } = useTranslation("attempts");
  const { attempts, posts } = useToSettle();
  const list = [...posts.map(({ attempt }) => attempt), ...attempts.map(({ id }) => id)].join(" ");

  const [settler] = useState(() => new Settler());
  useEffect(() => {
    const closed = new AbortController();
    settler.follow(sync.host, (returnedAt) => sync.dispatcher.demand("settle", returnedAt), closed.signal);
    return () => closed.abort();
  }, [settler, sync]);
  const byHand = useLiveQuery(
    async () => (await settledByHand(sync.db)).flatMap((one) => (canClose(sync.gate.sending, one) ? [one.id] : [])).join(" "),
    [sync],
  );
  useEffect(() => settler.want(listed([list, byHand].filter(Boolean).join(" "))), [settler, list, byHand]);

  const known = useRef<readonly string[]>([]);
  useEffect(() => {
    const { db, gate, host } = sync;
    const tell = async (id: string): Promise<void> => {
      const attempt = await readAttempt(db, id);
      if (!attempt || attempt.settled || !hasEnded(attempt.state)) return;
      const { operation, target, state } = attempt;
      const is = state.is === "done" || state.is === "never" ? state.is : "refused";
      const about = [operationWord(t, operation), target, "message" in state ? state.message : undefined];
      toast({ tone: is === "done" ? "done" : "info", title: t(`unknown.settledBy.${is}`), description: about.filter(Boolean).join(" · ") });
      // The data it changed may be in view.
      if (is === "done") host.demanded.set({});
    };
    const now = listed(list);
    // An attempt ended by its own answer is reported where it was sent.
    const gone = known.current.filter((id) => !now.includes(id) && !gate.running.get().has(id));
    known.current = now;
    for (const id of gone)
      tell(id).catch(() => {
        // An unreadable journal has nothing to report.
      });
  }, [sync, list, t]);
  return null;
}

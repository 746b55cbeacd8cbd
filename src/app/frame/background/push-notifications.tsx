import { useLiveQuery } from "../../data/use-live-query.ts";
import { useEffect, useRef } from "react";
import { openGenerations } from "../../../db/money/generation.ts";
import { readAttempt } from "../../../db/money/journal.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { useSync } from "../../data/sync-context.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { operationWord, standing } from "../../parts/attempt-words.ts";
import { endedAction, isReadOperation } from "../../state/long-actions.ts";
import { closeNotices, notifyInBackground, showSight } from "../../state/notify.ts";

/** A mutation counts as a long action from this duration on, in ms. */
const longMs = 10_000;

type Tell = (operation: string, outcome?: string) => void;

/** Reports this tab's long mutations, by their journal entries. */
function followGate({ gate, db, host }: Sync, t: Translate<"attempts">, tell: Tell): () => void {
  let before = gate.running.get();
  return gate.running.subscribe(() => {
    const running = gate.running.get();
    const ended = [...before].filter(([id, from]) => !running.has(id) && host.clock.now() - from > longMs);
    before = running;
    for (const [id] of ended)
      void readAttempt(db, id).then((attempt) => {
        if (attempt) tell(attempt.operation, standing(t, attempt).word);
      });
  });
}

/** System notifications for long actions that end while the app is in the background (SET-1); renders nothing. */
export function PushNotifications() {
  const { t } = useTranslation(["attempts", "settings"]);
  const sync = useSync();
  const tell = useRef<Tell>(() => {});
  useEffect(() => {
    tell.current = (operation, outcome) => {
      const word = isReadOperation(operation) ? t(`settings:push.${operation}`) : operationWord(t, operation);
      void notifyInBackground({
        title: t("settings:push.title", { what: word }),
        body: outcome ?? t("settings:push.ended"),
        tag: operation,
      });
    };
  });

  useEffect(() => {
    const stop = new AbortController();
    showSight(stop.signal);
    const ends = [
      followGate(sync, t, (operation, outcome) => tell.current(operation, outcome)),
      endedAction.subscribe(() => {
        const action = endedAction.get();
        if (action) tell.current(action.operation, action.waits ? t("settings:push.waits") : undefined);
      }),
    ];
    return () => {
      stop.abort();
      for (const end of ends) end();
    };
  }, [sync, t]);

  useEffect(() => () => void closeNotices(), []);

  const open = useLiveQuery(() => openGenerations(sync.db), [sync.db])?.length;
  const openBefore = useRef(open);
  useEffect(() => {
    if (open !== undefined && (openBefore.current ?? 0) > open) tell.current("generateWallet");
    openBefore.current = open ?? openBefore.current;
  }, [open]);
  return null;
}

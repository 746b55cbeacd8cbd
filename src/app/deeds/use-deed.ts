import { useEffect, useRef, useState } from "react";
import type { AnswerOf, MutationCall } from "../../contract/call.ts";
import { saidIn } from "../../contract/sentences.ts";
import type { Intent } from "../../sync/money/gate.ts";
import type { Outcome } from "../../sync/wire/outcome.ts";
import { useGate } from "../data/use-gate.ts";
import { useTranslation } from "../words/use-translation.ts";
import { useIsHere } from "../parts/use-is-here.ts";
import { sameAdmin } from "../state/same-admin.ts";
import { toast } from "../ui/toast.ts";

type Ended<Is extends Outcome<unknown>["is"]> = Extract<Outcome<unknown>, { is: Is }>;

/** State of the last action sent from a screen. `message` is in the screen's language. */
export type Deed =
  | { readonly is: "idle" }
  | { readonly is: "sending" }
  | { readonly is: "done"; readonly message: string }
  /** `hint`: the host's own wording, if `message` differs. */
  | { readonly is: "refused"; readonly message: string; readonly hint: string | undefined }
  /** The host may or may not have done it. `said`: what came back, if anything. */
  | { readonly is: "unknown"; readonly attempt: string; readonly said: string | undefined }
  /** Nothing was sent. `attempt`: the one that blocks it. */
  | { readonly is: "blocked"; readonly message: string; readonly attempt: string | undefined };

export interface DeedWords {
  /** Toast on success; `message` is the host's. */
  readonly done: (message: string | undefined) => string;
  /** Toast on a refusal without a message. */
  readonly failed: string;
  /** Overrides a refusal's message. */
  readonly refused?: (outcome: Ended<"refused">) => string | undefined;
  /** What came back with an unknown outcome, if more than its message. */
  readonly said?: (outcome: Ended<"unknown">) => string | undefined;
  /** Outcomes shown in a toast while the screen is there; default: all. Once it has been left, all are. */
  readonly toasts?: readonly Deed["is"][];
  /** What the screen is about now: an outcome about another isn't shown beside it, but in a toast that says whose it is. */
  readonly about?: string;
}

/** The attempt to settle before the same can be sent again, if any. */
export const unsettledOf = (deed: Deed): string | undefined => (deed.is === "unknown" || deed.is === "blocked" ? deed.attempt : undefined);

/** Error of the last attempt, for the confirmation dialog; undefined if none. */
export const troubleOf = (deed: Deed): string | undefined => {
  if (deed.is === "refused") return [deed.message, deed.hint].filter(Boolean).join(". ");
  return deed.is === "blocked" ? deed.message : undefined;
};

function withoutTrouble(deed: Deed): Deed {
  if (deed.is === "blocked" && deed.attempt !== undefined) return { is: "unknown", attempt: deed.attempt, said: undefined };
  return deed.is === "refused" || deed.is === "blocked" ? { is: "idle" } : deed;
}

/** Sends a confirmed intent through the gate and reports the outcome: in a toast, and as `deed` while it needs attention. */
export function useDeed(words: DeedWords) {
  const { t } = useTranslation("deeds");
  const gate = useGate();
  const [deed, setDeed] = useState<Deed>({ is: "idle" });
  // A second click can arrive before React renders the first one's effect.
  const isSending = useRef(false);
  const isHere = useIsHere();
  const about = useRef(words.about);
  useEffect(() => {
    about.current = words.about;
  }, [words.about]);

  const tell = (next: Deed, whose: string): void => {
    const isOther = about.current !== words.about;
    setDeed(isOther ? { is: "idle" } : next);
    if (isHere() && !isOther && words.toasts && !words.toasts.includes(next.is)) return;
    const said = next.is === "refused" ? next.hint : next.is === "unknown" ? next.said : undefined;
    const description = [isOther ? whose : undefined, said].filter(Boolean).join(": ");
    const more = description ? { description } : {};
    if (next.is === "done") toast({ tone: "done", title: next.message, ...more });
    else if (next.is === "unknown") toast({ tone: "info", title: t("unknown"), ...more });
    else if (next.is === "refused" || next.is === "blocked") toast({ tone: "failed", title: next.message, ...more });
  };

  function deedOf(outcome: Outcome<unknown>): Deed {
    switch (outcome.is) {
      case "done":
        return { is: "done", message: words.done(saidIn(outcome.value)) };
      case "refused": {
        const message = words.refused?.(outcome) ?? outcome.message ?? words.failed;
        return { is: "refused", message, hint: outcome.message === message ? undefined : outcome.message };
      }
      case "unknown":
        return { is: "unknown", attempt: outcome.attempt, said: words.said?.(outcome) ?? outcome.message };
      case "blocked":
        return { is: "blocked", message: t(`blocked.${outcome.why}`), attempt: outcome.attempt };
    }
  }

  async function send<C extends MutationCall>(intent: Intent<C>): Promise<Outcome<AnswerOf<C>>> {
    if (isSending.current) return { is: "blocked", why: "running" };
    isSending.current = true;
    setDeed({ is: "sending" });
    const isMine = sameAdmin();
    const outcome = await gate.submit(intent);
    isSending.current = false;
    // Its screen is gone with the session.
    if (!isMine()) return outcome;
    tell(deedOf(outcome), [intent.target, intent.details["currency"]].filter(Boolean).join(", "));
    return outcome;
  }

  return {
    deed,
    send,
    /** Whether the screen is still mounted, so it may navigate. */
    isHere,
    /** Clears the last outcome; what is being sent stays so. */
    clear: (): void => setDeed((now) => (now.is === "sending" ? now : { is: "idle" })),
    /** Clears a refusal or a block once its subject has changed. An unknown outcome stays until settled. */
    clearTrouble: (): void => setDeed(withoutTrouble),
  };
}

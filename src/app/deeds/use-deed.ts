import { useRef, useState } from "react";
import type { AnswerOf, MutationCall } from "../../contract/call.ts";
import { saidIn } from "../../contract/sentences.ts";
import type { Intent } from "../../sync/money/gate.ts";
import type { Outcome } from "../../sync/wire/outcome.ts";
import { useGate } from "../data/use-gate.ts";
import { useTranslation } from "../words/use-translation.ts";
import { useIsHere } from "../parts/use-is-here.ts";
import { toast } from "../ui/toast.ts";

type Ended<Is extends Outcome<unknown>["is"]> = Extract<Outcome<unknown>, { is: Is }>;

/** How the last thing that was sent from a screen stands. `message` is in the language of the screen. */
export type Deed =
  | { readonly is: "idle" }
  | { readonly is: "sending" }
  | { readonly is: "done"; readonly message: string }
  /** `hint`: the host's own words, where `message` says it otherwise. */
  | { readonly is: "refused"; readonly message: string; readonly hint: string | undefined }
  /** The host may or may not have done it. `said`: what came back, where something did. */
  | { readonly is: "unknown"; readonly attempt: string; readonly said: string | undefined }
  /** Nothing was sent. `attempt`: the one that stands in the way. */
  | { readonly is: "blocked"; readonly message: string; readonly attempt: string | undefined };

export interface DeedWords {
  /** Said when it is done; `message` is the host's. */
  readonly done: (message: string | undefined) => string;
  /** Said on a refusal without a message. */
  readonly failed: string;
  /** Says a refusal otherwise than by its message. */
  readonly refused?: (outcome: Ended<"refused">) => string | undefined;
  /** What came back with an outcome that is unknown, where it is more than its message. */
  readonly said?: (outcome: Ended<"unknown">) => string | undefined;
  /** The ends that a toast tells; absent: all of them. */
  readonly toasts?: readonly Deed["is"][];
}

/** The attempt that has to be settled before the same can be sent again, if there is one. */
export const unsettledOf = (deed: Deed): string | undefined => (deed.is === "unknown" || deed.is === "blocked" ? deed.attempt : undefined);

/** What a question about it says was wrong with its last try; undefined where nothing was. */
export const troubleOf = (deed: Deed): string | undefined => {
  if (deed.is === "refused") return [deed.message, deed.hint].filter(Boolean).join(". ");
  return deed.is === "blocked" ? deed.message : undefined;
};

function withoutTrouble(deed: Deed): Deed {
  if (deed.is === "blocked" && deed.attempt !== undefined) return { is: "unknown", attempt: deed.attempt, said: undefined };
  return deed.is === "refused" || deed.is === "blocked" ? { is: "idle" } : deed;
}

/** Sends what an admin has confirmed through the gate and says how it ended: in a toast, and as `deed` for as long as it needs acting on. */
export function useDeed(words: DeedWords) {
  const { t } = useTranslation("deeds");
  const gate = useGate();
  const [deed, setDeed] = useState<Deed>({ is: "idle" });
  // A second click can come before React has drawn the first one's effect.
  const isSending = useRef(false);
  const isHere = useIsHere();

  const tell = (next: Deed): void => {
    setDeed(next);
    if (words.toasts && !words.toasts.includes(next.is)) return;
    const description = next.is === "refused" ? next.hint : next.is === "unknown" ? next.said : undefined;
    const more = description ? { description } : {};
    if (next.is === "done") toast({ tone: "done", title: next.message });
    else if (next.is === "unknown") toast({ tone: "info", title: t("unknown"), ...more });
    else if (next.is === "refused" || next.is === "blocked") toast({ tone: "failed", title: next.message, ...more });
  };

  async function send<C extends MutationCall>(intent: Intent<C>): Promise<Outcome<AnswerOf<C>>> {
    if (isSending.current) return { is: "blocked", why: "running" };
    isSending.current = true;
    setDeed({ is: "sending" });
    const outcome = await gate.submit(intent);
    isSending.current = false;
    switch (outcome.is) {
      case "done":
        tell({ is: "done", message: words.done(saidIn(outcome.value)) });
        break;
      case "refused": {
        const message = words.refused?.(outcome) ?? outcome.message ?? words.failed;
        tell({ is: "refused", message, hint: outcome.message === message ? undefined : outcome.message });
        break;
      }
      case "unknown":
        tell({ is: "unknown", attempt: outcome.attempt, said: words.said?.(outcome) ?? outcome.message });
        break;
      case "blocked":
        tell({ is: "blocked", message: t(`blocked.${outcome.why}`), attempt: outcome.attempt });
    }
    return outcome;
  }

  return {
    deed,
    send,
    /** Whether the screen still stands, so that it may lead on elsewhere. */
    isHere,
    clear: (): void => setDeed({ is: "idle" }),
    /** Takes away what was refused or blocked: what it was said of has changed. An unknown outcome stays until it is settled. */
    clearTrouble: (): void => setDeed(withoutTrouble),
  };
}

import { useState } from "react";
import type { AnswerOf, MutationCall } from "../../../contract/call.ts";
import { saidIn } from "../../../contract/sentences.ts";
import type { Intent } from "../../../sync/gate.ts";
import type { Outcome } from "../../../sync/outcome.ts";
import { useGate } from "../../data/use-gate.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { toast } from "../../ui/toast.ts";

type Refused = Extract<Outcome<unknown>, { is: "refused" }>;

/** How the last thing that was sent from a screen stands. */
export type Submission =
  | { readonly is: "idle" }
  | { readonly is: "running" }
  | { readonly is: "done"; readonly message: string }
  | { readonly is: "refused"; readonly message: string; readonly hint: string | undefined }
  /** The host may have done it, or an earlier attempt of the same stands in the way. */
  | { readonly is: "unknown"; readonly attempt: string }
  | { readonly is: "blocked"; readonly message: string };

export interface SubmissionWords {
  /** Said on success where the host says nothing. */
  readonly done: string;
  /** Said on a refusal where the host says nothing. */
  readonly failed: string;
  /** Says a refusal otherwise than by its message. */
  readonly refused?: (outcome: Refused) => string | undefined;
}

/** Sends what an admin has confirmed through the gate, and says how it ended: in a toast, and on the screen for as long as it needs acting on. */
export function useSubmission(words: SubmissionWords): {
  submission: Submission;
  submit: <C extends MutationCall>(intent: Intent<C>) => Promise<Outcome<AnswerOf<C>>>;
  /** Whether the screen still stands, so that it may lead on elsewhere. */
  isHere: () => boolean;
  clear: () => void;
  /** Takes a refusal away: what it was said of has changed. An unknown outcome stays until it is settled. */
  clearRefusal: () => void;
} {
  const { t } = useTranslation("userTools");
  const gate = useGate();
  const [submission, setSubmission] = useState<Submission>({ is: "idle" });
  const isHere = useIsHere();

  const submit = async <C extends MutationCall>(intent: Intent<C>): Promise<Outcome<AnswerOf<C>>> => {
    setSubmission({ is: "running" });
    const outcome = await gate.submit(intent);
    switch (outcome.is) {
      case "done": {
        const message = saidIn(outcome.value) ?? words.done;
        toast({ tone: "done", title: message });
        setSubmission({ is: "done", message });
        break;
      }
      case "refused": {
        const message = words.refused?.(outcome) ?? outcome.message ?? words.failed;
        const hint = outcome.message === message ? undefined : outcome.message;
        toast({ tone: "failed", title: message, ...(hint === undefined ? {} : { description: hint }) });
        setSubmission({ is: "refused", message, hint });
        break;
      }
      case "unknown":
        toast({ tone: "info", title: t("outcome.unknown"), ...(outcome.message ? { description: outcome.message } : {}) });
        setSubmission({ is: "unknown", attempt: outcome.attempt });
        break;
      case "blocked": {
        const message = t(`outcome.${outcome.why}`);
        toast({ tone: "failed", title: message });
        setSubmission(outcome.attempt === undefined ? { is: "blocked", message } : { is: "unknown", attempt: outcome.attempt });
      }
    }
    return outcome;
  };
  return {
    submission,
    submit,
    isHere,
    clear: () => setSubmission({ is: "idle" }),
    clearRefusal: () => setSubmission((last) => (last.is === "refused" || last.is === "blocked" ? { is: "idle" } : last)),
  };
}

import { useState } from "react";
import type { AnswerOf, MutationCall } from "../../contract/call.ts";
import { saidIn } from "../../contract/sentences.ts";
import type { Intent } from "../../sync/gate.ts";
import type { Outcome } from "../../sync/outcome.ts";
import { useGate } from "../data/use-gate.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { toast } from "../ui/toast.ts";

export interface SendWords {
  /** Said where the host refuses without a message. */
  readonly failed: string;
  /** Said when it is done; `message` is the host's. */
  readonly done: (message: string | undefined) => string;
  /** How a refusal is worded, where it is more than its message. */
  readonly refused?: (refusal: Extract<Outcome<unknown>, { is: "refused" }>) => string | undefined;
  /** What came back with an outcome that is unknown, where it is more than its message. */
  readonly said?: (unknown: Extract<Outcome<unknown>, { is: "unknown" }>) => string | undefined;
}

/**
 * Sends one confirmed change through the gate and says how it ended: in a toast, and as `error` beside the form
 * where there is something to act on. `unknown` is the attempt whose end nobody knows, for as long as it stands; `said`
 * is what the host sent with it.
 */
export function useSend(words: SendWords) {
  const { t } = useTranslation("rates");
  const gate = useGate();
  const [error, setError] = useState<string>();
  const [unknown, setUnknown] = useState<string>();
  const [said, setSaid] = useState<string>();

  const fail = (message: string): void => {
    setError(message);
    toast({ tone: "failed", title: message });
  };

  async function send<C extends MutationCall>(intent: Intent<C>): Promise<Outcome<AnswerOf<C>>> {
    setError(undefined);
    setSaid(undefined);
    const outcome = await gate.submit(intent);
    if (outcome.is === "done") {
      const { value } = outcome;
      toast({ tone: "done", title: words.done(saidIn(value)) });
      setUnknown(undefined);
    } else if (outcome.is === "refused") fail(words.refused?.(outcome) ?? outcome.message ?? words.failed);
    else if (outcome.is === "unknown") {
      const description = words.said?.(outcome) ?? outcome.message;
      setUnknown(outcome.attempt);
      setSaid(description);
      toast({ tone: "info", title: t("outcome.unknown"), ...(description ? { description } : {}) });
    } else {
      if (outcome.why === "unsettled") setUnknown(outcome.attempt);
      fail(t(`outcome.${outcome.why}`));
    }
    return outcome;
  }

  return { send, error, unknown, said, clearError: () => setError(undefined) };
}

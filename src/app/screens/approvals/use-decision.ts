import { useState } from "react";
import type { Slip } from "../../../contract/approvals.ts";
import { newId } from "../../../db/store/new-id.ts";
import { isOwn } from "../../../db/money/slips.ts";
import { keepSlip, slipInRefusal } from "../../../sync/feeds/slips-feed.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useStanding } from "../../data/use-attempts.ts";
import { type SlipRow, useMe } from "../../data/use-slips.ts";
import { useSync } from "../../data/sync-context.ts";
import { useDeed } from "../../deeds/use-deed.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { decisionIntent, type Decision, offReason, operationOf } from "./decide.ts";
import "../../words/passkey-words.ts";
import { endWords } from "../../session/passkeys/why-not.ts";
import { digestOf } from "./digest.ts";
import { canSign, signingOf, useSignature } from "./signature.ts";
import { stateAt, stateWord } from "./slip-words.ts";

interface Question {
  readonly decision: Decision;
  /** Becomes the attempt's id: one confirmation, one attempt. */
  readonly id: string;
  readonly openedAt: number;
}

/** State of deciding on a slip: the open question, what was sent, and how it ended. */
export function useDecision(slip: SlipRow, policy: KnownPolicy) {
  const { t } = useTranslation("approvals");
  const { t: passkeyWords } = useTranslation("passkeys");
  const sync = useSync();
  const me = useMe();
  const now = useHostNow();
  const [question, setQuestion] = useState<Question>();
  /** State of asking the checker for a signature, if nothing was sent. */
  const [signing, setSigning] = useState<{ readonly is: "asked" } | { readonly is: "missing"; readonly message: string }>();
  const { askSignature, stopAsking } = useSignature();
  const kind = slip.operation === "deduct" ? "deduct" : "fund";
  const own = isOwn(slip, me);
  const digest = digestOf(slip);
  const standing = [
    useStanding(operationOf.approve, [slip.id]),
    useStanding(operationOf.refuse, [slip.id]),
    useStanding(operationOf.withdraw, [slip.id]),
  ].find((attempt) => attempt !== undefined);
  const decision = question?.decision ?? "approve";
  const { deed, send, isHere, clear, clearTrouble } = useDeed({
    done: (message) => message ?? (decision === "approve" ? t(`decide.done.approve.${kind}`) : t(`decide.done.${decision}`)),
    failed: t("decide.failed"),
  });
  const circumstances = {
    isOwn: own,
    now,
    digest,
    isReading: policy.is === "reading",
    isSigned: signingOf(policy) === "passkey",
    canSign: canSign(policy, sync.host),
    isUnsettled: standing !== undefined,
  };

  const decide = async ({ decision: wanted, id, openedAt }: Question, note: string): Promise<void> => {
    setSigning({ is: "asked" });
    const signed = wanted === "approve" ? await askSignature(digest, policy) : ({ is: "none" } as const);
    if (!signed) return;
    setSigning(signed.is === "missing" ? { is: "missing", message: endWords(passkeyWords, signed.why, t("decide.failed")) } : undefined);
    if (signed.is === "missing") return;
    const signature = signed.is === "signed" ? signed.signature : undefined;
    const outcome = await send(decisionIntent(sync, wanted, { id, openedAt, slip, digest, note, signature }));
    const said: Slip | undefined =
      outcome.is === "done" ? outcome.value : outcome.is === "refused" ? slipInRefusal(outcome.body) : undefined;
    if (said?.id === slip.id) await keepSlip(sync, said);
    if (!isHere()) return;
    // A blocked decision may be confirmed again; anything sent is shown elsewhere.
    setQuestion((open) => (open?.id !== id ? open : outcome.is === "blocked" ? { ...open, id: newId() } : undefined));
  };

  return {
    deed,
    clear,
    question,
    standing,
    isOpen: stateAt(slip, now) === "open",
    isSigning: signing?.is === "asked",
    /** Why the checker has signed nothing, as text. */
    unsigned: signing?.is === "missing" ? signing.message : undefined,
    /** The maker has to sign before anybody can decide. */
    awaitsMaker: own && stateAt(slip, now) === "open" && circumstances.isSigned && !slip.makerSignedAt,
    /** Decisions open to this admin. */
    decisions: (own ? ["approve", "refuse", "withdraw"] : ["approve", "refuse"]) satisfies readonly Decision[] as readonly Decision[],
    /** Why a decision can't be made now, as text. */
    offWords: (wanted: Decision): string | undefined => {
      const reason = offReason(slip, wanted, circumstances);
      if (reason === "expired" && slip.state !== "open") return stateWord(t, slip.state);
      return reason === undefined ? undefined : t(`decide.off.${reason}`);
    },
    ask: (wanted: Decision): void => {
      clearTrouble();
      setSigning(undefined);
      setQuestion({ decision: wanted, id: newId(), openedAt: Date.now() });
    },
    close: (): void => {
      if (deed.is === "sending") return;
      stopAsking();
      setQuestion(undefined);
    },
    decide,
  };
}

export type Deciding = ReturnType<typeof useDecision>;

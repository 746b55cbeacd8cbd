import { useEffect, useRef, useState } from "react";
import type { Slip } from "../../../contract/approvals.ts";
import { newId } from "../../../db/store/new-id.ts";
import { keepSlip } from "../../../sync/feeds/slips-feed.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useStanding } from "../../data/use-attempts.ts";
import { useSync } from "../../data/sync-context.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, unsettledOf, useDeed } from "../../deeds/use-deed.ts";
import "../../words/passkey-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { endWords } from "../../session/passkeys/why-not.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";
import { operationOf, signIntent } from "./decide.ts";
import { digestOf } from "./digest.ts";
import { canSign, useSignature } from "./signature.ts";

interface SignSlipProps {
  slip: Slip;
  policy: KnownPolicy;
  /** Asks for the passkey immediately: the slip was just created. */
  atOnce?: boolean;
}

/** The maker's signature, without which nobody can approve the slip: asks for it, and again if it failed (APPR-10). */
export function SignSlip({ slip, policy, atOnce = false }: SignSlipProps) {
  const { t } = useTranslation("passkeys");
  const sync = useSync();
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const digest = digestOf(slip);
  const standing = useStanding(operationOf.sign, [slip.id]);
  const { askSignature } = useSignature();
  const { deed, send, clear } = useDeed({ done: () => t("sign.done"), failed: t("sign.failed") });

  const sign = async (): Promise<void> => {
    setProblem(undefined);
    if (digest !== slip.digest) {
      setProblem(t("why.otherText"));
      return;
    }
    const openedAt = Date.now();
    setAsking(true);
    const signed = await askSignature(digest, policy);
    if (!signed) return;
    setAsking(false);
    if (signed.is === "missing") setProblem(endWords(t, signed.why, t("sign.failed")));
    if (signed.is !== "signed") return;
    const outcome = await send(signIntent(sync, { id: newId(), openedAt, slip, digest, note: "", signature: signed.signature }));
    if (outcome.is === "done") await keepSlip(sync, outcome.value);
  };
  const begin = useRef(sign);
  useEffect(() => {
    if (atOnce) void begin.current();
  }, [atOnce]);

  const shown = () => {
    if (deed.is === "done") return <Notice title={t("sign.done")} />;
    if (unsettledOf(deed) !== undefined) return <DeedNotice deed={deed} onSettled={clear} />;
    const isBusy = isAsking || deed.is === "sending";
    const off = !canSign(policy, sync.host) ? t("sign.noPasskeys") : standing === undefined ? undefined : t("sign.unsettled");
    return (
      <Notice
        tone="warning"
        title={t("sign.notYet")}
        action={
          <MutationButton size="small" permission="canFundUsers" busy={isBusy} off={off} onClick={() => void sign()}>
            {t("sign.sign")}
          </MutationButton>
        }
      >
        {isAsking ? t("sign.asking") : (off ?? problem ?? troubleOf(deed) ?? t("sign.text"))}
      </Notice>
    );
  };
  return (
    <>
      <KeepFocus />
      {shown()}
    </>
  );
}

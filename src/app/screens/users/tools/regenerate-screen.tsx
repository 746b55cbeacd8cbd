import { useState } from "react";
import { css } from "#styled/css";
import { emailKey } from "../../../../contract/emails.ts";
import { type Generation, regenerateWallets, walletKeys } from "../../../../contract/wallet-generation.ts";
import { isUnderWay } from "../../../../db/money/generation.ts";
import { useGeneration } from "../../../data/use-generation.ts";
import { useSync } from "../../../data/sync-context.ts";
import { DeedNotice } from "../../../deeds/deed-notice.tsx";
import { useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useProblems } from "../../../ui/use-problems.ts";
import { ForcedWarning } from "./forced-warning.tsx";
import { GenerationProgress } from "./generation-progress.tsx";
import { OtherUser, otherUser } from "./other-user.tsx";
import { RawResponse } from "./raw-response.tsx";
import { SubjectCard } from "./subject-card.tsx";
import { SuggestedField } from "./suggested-field.tsx";
import { TokenBoxes } from "./token-boxes.tsx";
import { ToolPage } from "./tool-page.tsx";
import { usePhone } from "./use-phone.ts";
import { useEntryKey, useSubject } from "./use-subject.ts";
import { useFollowGeneration } from "./use-follow-generation.ts";

const result = css({ display: "flex", flexDirection: "column", gap: "3" });

/** /user-management/regenerate-wallet-by-phone (TOOL-7). */
export function RegenerateScreen() {
  return <Regenerate key={useEntryKey()} />;
}

function Regenerate() {
  const { t } = useTranslation("userTools");
  const { dispatcher } = useSync();
  const { value, phone, isAsking, type, user, keyOf, keep } = usePhone();
  const subject = useSubject();
  const [chosen, setTicked] = useState<readonly string[]>();
  // Navigation state is lost on a reload; the tokens of the address's user are then in the cache.
  const isSubject = subject.email !== undefined && emailKey(user?.email ?? "") === emailKey(subject.email);
  const ticked = chosen ?? subject.tokens ?? (isSubject ? user?.tokens : undefined) ?? [];
  const [force, setForce] = useState(false);
  const { problemOf, say, clear: clearProblem } = useProblems<"phone" | "tokens">();
  const [answered, setAnswered] = useState<{ readonly phone: string; readonly chosen: string | undefined; readonly answer: Generation }>();
  const {
    deed,
    send: submit,
    isHere,
    clear,
    clearTrouble,
  } = useDeed({
    done: (message) => message ?? t("regenerate.done"),
    failed: t("regenerate.failed"),
  });
  const follow = useFollowGeneration();
  // Not beside another number.
  const here = answered?.phone === phone ? answered : undefined;
  const answer = here?.answer;
  const job = useGeneration(phone);
  const tokens = walletKeys.filter((key) => ticked.includes(key));

  const send = async () => {
    const isWrong = say({
      phone: phone === "" ? t("regenerate.missing") : undefined,
      tokens: tokens.length === 0 ? t("regenerate.missingToken") : undefined,
    });
    if (isWrong) return;
    setAnswered(undefined);
    const email = user?.email;
    const outcome = await submit({
      call: regenerateWallets,
      body: { phonenumber: phone, tokens, force },
      operation: "regenerateWallet",
      // Whatever the tokens: the first request's outcome says which addresses are new.
      subject: [await keyOf()],
      target: email ?? phone,
      details: { phonenumber: phone, tokens: tokens.join(", "), force: String(force), ...(email ? { email } : {}) },
      ...(email ? { refresh: () => dispatcher.demand("wallets", email) } : {}),
    });
    if (outcome.is !== "done") return;
    setAnswered({ phone, chosen: email, answer: outcome.value });
    const other = otherUser(email, outcome.value.user?.email);
    if (other) void dispatcher.demand("wallets", other);
    if (isUnderWay(outcome.value)) {
      await follow(phone, outcome.value);
      if (isHere()) keep();
    }
  };
  return (
    <ToolPage
      title={t("regenerate.title")}
      text={t("regenerate.text")}
      email={user?.email}
      onSubmit={() => void send()}
      fields={
        <>
          <SuggestedField
            kind="phone"
            label={t("phone")}
            value={value}
            locked={deed.is === "sending"}
            error={problemOf("phone")}
            onChange={(next) => {
              type(next);
              clearProblem("phone");
              clearTrouble();
            }}
          />
          <TokenBoxes
            label={t("tokens")}
            tokens={walletKeys}
            ticked={ticked}
            error={problemOf("tokens")}
            onChange={(next) => {
              setTicked(next);
              clearProblem("tokens");
              clearTrouble();
            }}
          />
          <Checkbox label={t("force")} hint={t("regenerate.forceHint")} checked={force} onChange={setForce} />
          {force ? <ForcedWarning user={user} tokens={tokens} /> : null}
        </>
      }
      buttons={
        <MutationButton type="submit" kind="danger" permission="canManageWallets" busy={isAsking || deed.is === "sending"}>
          {t("regenerate.submit")}
        </MutationButton>
      }
      outcome={
        <>
          <DeedNotice deed={deed} onSettled={clear} />
          <OtherUser chosen={here?.chosen ?? user?.email} named={(answer ?? (job?.end ? undefined : job?.latest))?.user?.email} />
          {job && job.end === undefined ? (
            <GenerationProgress job={job} />
          ) : answer ? (
            <Card title={answer.message ?? t("regenerate.done")}>
              <div className={result}>
                {answer.user?.email ? <p>{t("regenerate.doneFor", { email: answer.user.email })}</p> : null}
                <RawResponse value={answer.raw} />
              </div>
            </Card>
          ) : job ? (
            <GenerationProgress job={job} />
          ) : null}
        </>
      }
      aside={<SubjectCard user={user} by="phone" isTyped={phone !== ""} />}
    />
  );
}

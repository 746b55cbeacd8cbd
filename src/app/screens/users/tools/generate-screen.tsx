import { useState } from "react";
import { generateWallets } from "../../../../contract/wallet-generation.ts";
import { useGeneration } from "../../../data/use-generation.ts";
import { useSync } from "../../../data/sync-context.ts";
import { DeedNotice } from "../../../deeds/deed-notice.tsx";
import { useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { useProblems } from "../../../ui/use-problems.ts";
import { ForcedWarning } from "./forced-warning.tsx";
import { GenerationProgress } from "./generation-progress.tsx";
import { OtherUser, otherUser } from "./other-user.tsx";
import { SubjectCard } from "./subject-card.tsx";
import { SuggestedField } from "./suggested-field.tsx";
import { ToolPage } from "./tool-page.tsx";
import { useEntryKey } from "./use-subject.ts";
import { usePhone } from "./use-phone.ts";
import { useFollowGeneration } from "./use-follow-generation.ts";

/** /user-management/generate-wallet-by-phone (TOOL-6). */
export function GenerateScreen() {
  return <Generate key={useEntryKey()} />;
}

function Generate() {
  const { t } = useTranslation("userTools");
  const { value, phone, isAsking, type, user, keyOf, keep } = usePhone();
  const [force, setForce] = useState(false);
  const { problemOf, say, clear: clearProblem } = useProblems<"phone">();
  /** What was started last here: for whom, and for whom the host did it. */
  const [started, setStarted] = useState<{
    readonly phone: string;
    readonly chosen: string | undefined;
    readonly named: string | undefined;
  }>();
  const {
    deed,
    send: submit,
    isHere,
    clear,
    clearTrouble,
  } = useDeed({
    done: (message) => message ?? t("generate.done"),
    failed: t("generate.failed"),
  });
  const { dispatcher } = useSync();
  const follow = useFollowGeneration();
  const job = useGeneration(phone);
  const here = started?.phone === phone ? started : undefined;

  const send = async () => {
    if (say({ phone: phone === "" ? t("generate.missing") : undefined })) return;
    const chosen = user?.email;
    const outcome = await submit({
      call: generateWallets,
      body: { phonenumber: phone, force },
      operation: "generateWallet",
      subject: [await keyOf()],
      target: chosen ?? phone,
      details: { phonenumber: phone, force: String(force), ...(chosen ? { email: chosen } : {}) },
    });
    if (outcome.is !== "done") return;
    const named = outcome.value.user?.email;
    setStarted({ phone, chosen, named });
    const other = otherUser(chosen, named);
    if (other) void dispatcher.demand("wallets", other);
    await follow(phone, outcome.value);
    if (isHere()) keep();
  };
  return (
    <ToolPage
      title={t("generate.title")}
      text={t("generate.text")}
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
          <Checkbox label={t("force")} hint={t("generate.forceHint")} checked={force} onChange={setForce} />
          {force ? <ForcedWarning user={user} /> : null}
        </>
      }
      buttons={
        <MutationButton
          type="submit"
          kind={force ? "danger" : "primary"}
          permission="canManageWallets"
          busy={isAsking || deed.is === "sending"}
        >
          {t("generate.submit")}
        </MutationButton>
      }
      outcome={
        <>
          <DeedNotice deed={deed} onSettled={clear} />
          <OtherUser chosen={here?.chosen ?? user?.email} named={here?.named ?? (job?.end ? undefined : job?.latest.user?.email)} />
          {job ? <GenerationProgress job={job} /> : null}
        </>
      }
      aside={<SubjectCard user={user} by="phone" isTyped={phone !== ""} />}
    />
  );
}

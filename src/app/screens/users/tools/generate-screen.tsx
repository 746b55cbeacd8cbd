import { useState } from "react";
import { generateWallets } from "../../../../contract/wallet-generation.ts";
import { useFollowGeneration, useGeneration } from "../../../data/use-generation.ts";
import { DeedNotice } from "../../../deeds/deed-notice.tsx";
import { useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { toast } from "../../../ui/toast.ts";
import { ForcedWarning } from "./forced-warning.tsx";
import { GenerationProgress } from "./generation-progress.tsx";
import { SubjectCard } from "./subject-card.tsx";
import { SuggestedField } from "./suggested-field.tsx";
import { ToolPage } from "./tool-page.tsx";
import { useEntryKey } from "./use-subject.ts";
import { usePhone } from "./use-phone.ts";

/** /user-management/generate-wallet-by-phone (TOOL-6). */
export function GenerateScreen() {
  return <Generate key={useEntryKey()} />;
}

function Generate() {
  const { t } = useTranslation("userTools");
  const { value, phone, type, user, keyOf, keep } = usePhone();
  const [force, setForce] = useState(false);
  const [error, setError] = useState<string>();
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
  const follow = useFollowGeneration();
  const job = useGeneration(phone);

  const send = async () => {
    if (phone === "") {
      setError(t("generate.missing"));
      toast({ tone: "failed", title: t("generate.missing") });
      return;
    }
    const outcome = await submit({
      call: generateWallets,
      body: { phonenumber: phone, force },
      operation: "generateWallet",
      subject: [await keyOf()],
      target: user?.email ?? phone,
      details: { phonenumber: phone, force: String(force), ...(user?.email ? { email: user.email } : {}) },
    });
    if (outcome.is !== "done") return;
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
            error={error}
            onChange={(next) => {
              type(next);
              setError(undefined);
              clearTrouble();
            }}
          />
          <Checkbox label={t("force")} hint={t("generate.forceHint")} checked={force} onChange={setForce} />
          {force ? <ForcedWarning user={user} /> : null}
        </>
      }
      buttons={
        <MutationButton type="submit" kind={force ? "danger" : "primary"} permission="canManageWallets" busy={deed.is === "sending"}>
          {t("generate.submit")}
        </MutationButton>
      }
      outcome={
        <>
          <DeedNotice deed={deed} onSettled={clear} />
          {job ? <GenerationProgress job={job} /> : null}
        </>
      }
      aside={<SubjectCard user={user} by="phone" isTyped={phone !== ""} />}
    />
  );
}

import { useRef, useState } from "react";
import { emailKey } from "../../../../contract/emails.ts";
import type { disableTwoFactor } from "../../../../contract/user-tools.ts";
import { useSync } from "../../../data/sync-context.ts";
import { DeedNotice } from "../../../deeds/deed-notice.tsx";
import { type DeedWords, useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { useProblems } from "../../../ui/use-problems.ts";
import { useGoBack } from "./go-back.ts";
import { SubjectCard } from "./subject-card.tsx";
import { SuggestedField } from "./suggested-field.tsx";
import { ToolConfirm } from "./tool-confirm.tsx";
import { ToolPage } from "./tool-page.tsx";
import { useEmail } from "./use-email.ts";
import { useSubject, useSubjectKey } from "./use-subject.ts";

interface EmailDeedProps {
  /** Its words have the same name. */
  operation: "disable2fa" | "removePin";
  call: typeof disableTwoFactor;
  refused?: DeedWords["refused"];
}

/** A dangerous action that takes only an email: asks, sends, and goes back one page when done (TOOL-2, TOOL-3). */
export function EmailDeed(props: EmailDeedProps) {
  return <OfSubject key={useSubjectKey()} {...props} />;
}

function OfSubject({ operation, call, refused }: EmailDeedProps) {
  const { t } = useTranslation("userTools");
  const { dispatcher } = useSync();
  const subject = useSubject();
  const { value, email, type, user } = useEmail(subject.email);
  const { problemOf, say, clear: clearProblem } = useProblems<"email">();
  const [asking, setAsking] = useState(false);
  const isCancelled = useRef(false);
  const { deed, send, isHere, clear, clearTrouble } = useDeed({
    done: (message) => message ?? t(`${operation}.done`),
    failed: t(`${operation}.failed`),
    about: emailKey(email),
    ...(refused && { refused }),
  });
  const goBack = useGoBack();
  const refresh = () => dispatcher.demand("user", { email });

  const ask = () => {
    clear();
    if (say({ email: email === "" ? t(`${operation}.missing`) : undefined })) return;
    isCancelled.current = false;
    setAsking(true);
  };
  const confirm = async () => {
    const outcome = await send({
      call,
      body: { email },
      operation,
      subject: [emailKey(email)],
      target: email,
      details: { email },
      refresh,
    });
    if (outcome.is === "refused" || (outcome.is === "blocked" && outcome.attempt === undefined)) return;
    setAsking(false);
    // After Cancel somebody else's email may be typed here.
    if (outcome.is === "done" && isHere() && !isCancelled.current) goBack();
  };
  return (
    <ToolPage
      title={t(`${operation}.title`)}
      text={t(`${operation}.text`)}
      isDangerous
      email={subject.email}
      onSubmit={ask}
      fields={
        <SuggestedField
          kind="email"
          label={t("email")}
          value={value}
          error={problemOf("email")}
          onChange={(next) => {
            type(next);
            clearProblem("email");
            clearTrouble();
          }}
        />
      }
      buttons={
        <MutationButton type="submit" kind="danger" permission="canManageKYC" busy={deed.is === "sending"}>
          {t(`${operation}.submit`)}
        </MutationButton>
      }
      outcome={asking ? null : <DeedNotice deed={deed} onSettled={clear} refresh={refresh} />}
      aside={<SubjectCard user={user} by="email" isTyped={email !== ""} />}
    >
      {asking ? (
        <ToolConfirm
          title={t(`${operation}.title`)}
          question={t(`${operation}.question`, { who: user?.username && user.email ? `${user.username} (${user.email})` : email })}
          verb={t(`${operation}.confirm`)}
          permission="canManageKYC"
          deed={deed}
          onConfirm={() => void confirm()}
          onCancel={() => {
            isCancelled.current = true;
            setAsking(false);
          }}
        />
      ) : null}
    </ToolPage>
  );
}

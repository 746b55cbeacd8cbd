import * as v from "valibot";
import { useState } from "react";
import { EmailField } from "../../../ui/email-field.tsx";
import { emailKey } from "../../../../contract/emails.ts";
import { plainText } from "../../../../contract/text.ts";
import { adminName, createAdmin, sixDigitPin } from "../../../../contract/admins.ts";
import { email as emailSchema } from "../../../../contract/scalars.ts";
import { adminRoles } from "../../../../contract/sign-in.ts";
import { DeedNotice } from "../../../deeds/deed-notice.tsx";
import { useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PasswordField } from "../../../ui/password-field.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useProblems } from "../../../ui/use-problems.ts";
import { ToolPage } from "./tool-page.tsx";

const empty = { name: "", email: "", pin: "", role: "" };
type Field = keyof typeof empty;

/** /user-management/create-new-admin (TOOL-4). */
export function CreateAdminScreen() {
  const { t } = useTranslation("userTools");
  const [draft, setDraft] = useState(empty);
  const { problemOf, say, clear: clearProblem } = useProblems<Field>();
  const [created, setCreated] = useState<string>();
  const {
    deed,
    send: submit,
    clear,
    clearTrouble,
  } = useDeed({
    done: (message) => message ?? t("createAdmin.done"),
    failed: t("createAdmin.failed"),
    refused: ({ status }) => (status === 409 ? t("createAdmin.exists") : undefined),
  });
  const role = adminRoles.find((one) => one === draft.role);
  const field = (name: Field) => ({
    value: draft[name],
    error: problemOf(name),
    onChange: (event: { target: { value: string } }) => {
      setDraft({ ...draft, [name]: event.target.value });
      clearProblem(name);
      clearTrouble();
    },
  });

  const send = async () => {
    setCreated(undefined);
    const email = plainText(draft.email);
    // The host accepts addresses without a dot, but nobody outside its network has one.
    const isAddress = v.is(emailSchema, email) && /@[^@]+\.[^@.]+$/.test(email);
    const isWrong = say({
      name: v.is(adminName, draft.name) ? undefined : t("createAdmin.badName"),
      email: isAddress ? undefined : t("createAdmin.badEmail"),
      pin: v.is(sixDigitPin, draft.pin) ? undefined : t("createAdmin.badPin"),
      role: role ? undefined : t("createAdmin.badRole"),
    });
    if (isWrong || !role) return clear();
    const outcome = await submit({
      call: createAdmin,
      body: { adminName: plainText(draft.name), email, passwordPin: draft.pin, role },
      operation: "createAdmin",
      subject: [emailKey(email)],
      target: email,
      details: { email, name: plainText(draft.name), role },
      secret: true,
    });
    if (outcome.is !== "done") return;
    // What was typed meanwhile has not been sent.
    setDraft((now) => (now === draft ? empty : now));
    setCreated(email);
  };
  return (
    <ToolPage
      title={t("createAdmin.title")}
      text={t("createAdmin.text")}
      onSubmit={() => void send()}
      fields={
        <>
          <TextField label={t("createAdmin.name")} autoComplete="off" {...field("name")} />
          <EmailField
            label={t("createAdmin.email")}
            autoComplete="off"
            {...field("email")}
            onChange={(email) => field("email").onChange({ target: { value: email } })}
          />
          <PasswordField
            label={t("createAdmin.pin")}
            hint={t("createAdmin.pinHint")}
            inputMode="numeric"
            autoComplete="new-password"
            {...field("pin")}
          />
          <SelectField
            label={t("createAdmin.role")}
            hint={role ? t(`createAdmin.roleHints.${role}`) : undefined}
            options={[
              { value: "", label: t("createAdmin.chooseRole") },
              ...adminRoles.map((value) => ({ value, label: t(`createAdmin.roles.${value}`) })),
            ]}
            {...field("role")}
          />
        </>
      }
      buttons={
        <MutationButton type="submit" kind="primary" permission="canManageAdmins" busy={deed.is === "sending"}>
          {t("createAdmin.submit")}
        </MutationButton>
      }
      outcome={
        created && deed.is === "done" ? (
          <Notice title={deed.message}>{t("createAdmin.doneHint", { email: created })}</Notice>
        ) : (
          <DeedNotice deed={deed} onSettled={clear} />
        )
      }
    />
  );
}

import { type ReactNode, useState } from "react";
import { css } from "#styled/css";
import { useHost } from "../../data/host-context.ts";
import { Form } from "../../ui/form.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { noteKept } from "../../state/typing.ts";
import { useAdminSettings } from "../../data/use-admin-settings.ts";
import { useOffersSessions } from "../../data/use-own-sessions.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { useDeed } from "../../deeds/use-deed.ts";
import { formatOf } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { shownLanguage, translateIn } from "../../words/i18n.ts";
import { localeOf, showLanguage } from "../../words/language.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { languages } from "../../state/languages.ts";
import { lockChoices, zoneOf } from "../../state/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Switch } from "../../ui/switch.tsx";
import { toast } from "../../ui/toast.ts";
import { DiagnosticsCard } from "./diagnostics-card.tsx";
import { EmailSwitch } from "./email-switch.tsx";
import { PushSwitch } from "./push-switch.tsx";
import { useDraft } from "./use-draft.ts";
import { ZoneField } from "./zone-field.tsx";

const PasskeysCard = lazyPart(async () => (await import("../../session/passkeys/passkeys-card.tsx")).PasskeysCard, { instead: LostPart });
const SessionsCard = lazyPart(async () => (await import("./sessions-card.tsx")).SessionsCard, { instead: LostPart });

const screen = css({ display: "flex", flexDirection: "column", gap: "5", maxWidth: "[46rem]" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "flex-end", gap: "2" });
const kept = css({ flex: "1", minWidth: "48", textStyle: "sm", color: "ink.muted" });
const two = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fit, minmax(min(15rem, 100%), 1fr))]" });
const rows = css({
  display: "flex",
  flexDirection: "column",
  "& > *": { borderTopWidth: "1px", borderColor: "line", py: "3", _compact: { py: "2" } },
  "& > *:first-child": { borderTopWidth: "0", paddingTop: "0" },
  "& > *:last-child": { paddingBottom: "0" },
});

/** A group of settings, one per line. */
const SettingsGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className={rows}>{children}</div>
  </Card>
);

/** /settings: the app's look, language and behaviour for this admin (SET-1). */
export function SettingsScreen() {
  const { t, language } = useTranslation(["settings", "common"]);
  const { values, dark, set, keep, drop } = useDraft();
  const host = useAdminSettings();
  const offersSessions = useOffersSessions();
  const offersPasskeys = useHost().config.passkeys !== undefined;
  const now = useNow();
  const [email, setEmail] = useState<boolean>();
  const { deed, send, clearTrouble } = useDeed({ failed: t("emailFailed"), done: () => t("saved") });
  const busy = deed.is === "sending";
  const emailChanged = email !== undefined && host.state.is === "known" && email !== host.state.value.emailNotifications;

  const cancel = () => {
    drop();
    setEmail(undefined);
    clearTrouble();
  };
  const save = async () => {
    if (busy) return;
    const { language: chosen } = keep();
    await showLanguage(chosen);
    if (!emailChanged) {
      noteKept();
      toast({ tone: "done", title: translateIn(shownLanguage(), "settings")("saved") });
      return;
    }
    const outcome = await send(host.intent({ emailNotifications: email }));
    if (outcome.is !== "done") return;
    host.note({ emailNotifications: email });
    // It may have been switched back meanwhile.
    setEmail((now) => (now === email ? undefined : now));
    noteKept();
  };
  const saveButton = { type: "submit", kind: "primary", busy, children: t("save") } as const;

  return (
    <Form className={screen} onSubmit={save}>
      <SettingsGroup title={t("look.title")}>
        <Switch label={t("look.dark")} hint={t("darkHint")} checked={dark} onChange={(darkMode) => set({ darkMode })} />
        <Switch
          label={t("look.compact")}
          hint={t("compactHint")}
          checked={values.compactView}
          onChange={(compactView) => set({ compactView })}
        />
      </SettingsGroup>
      <SettingsGroup title={t("region.title")}>
        <div className={two}>
          <SelectField
            label={t("region.language")}
            hint={t("languageHint")}
            value={values.language}
            options={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
            onChange={({ target }) => {
              const language = languages.find((one) => one === target.value);
              if (language) set({ language });
            }}
          />
          <ZoneField
            label={t("region.timeZone")}
            hint={t("zoneHint", { zone: formatOf(localeOf(language), zoneOf(values.timeZone)).zoneAt(now) })}
            value={values.timeZone}
            onChange={(timeZone) => set({ timeZone })}
          />
          <ZoneField
            label={t("zone.second")}
            hint={t("zone.secondHint")}
            value={values.secondZone}
            none={t("zone.none")}
            onChange={(secondZone) => set({ secondZone })}
          />
        </div>
        <Switch
          label={t("common:absoluteTimes")}
          hint={t("absoluteHint")}
          checked={values.absoluteTimes}
          onChange={(absoluteTimes) => set({ absoluteTimes })}
        />
      </SettingsGroup>
      <SettingsGroup title={t("notifications.title")}>
        <EmailSwitch state={host.state} changed={email} onChange={setEmail} />
        <PushSwitch checked={values.pushNotifications} onChange={(pushNotifications) => set({ pushNotifications })} />
      </SettingsGroup>
      <SettingsGroup title={t("device.title")}>
        <Switch
          label={t("device.updates")}
          hint={t("updatesHint")}
          checked={values.automaticUpdates}
          onChange={(automaticUpdates) => set({ automaticUpdates })}
        />
        <Switch
          label={t("device.collection")}
          hint={t("collectionHint")}
          checked={values.dataCollection}
          onChange={(dataCollection) => set({ dataCollection })}
        />
        <SelectField
          label={t("lock.after")}
          hint={t("lock.hint")}
          value={String(values.lockAfter)}
          options={lockChoices.map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t("lock.never") : t("lock.minutes", { count: minutes }),
          }))}
          onChange={({ target }) => {
            const lockAfter = lockChoices.find((minutes) => String(minutes) === target.value);
            if (lockAfter !== undefined) set({ lockAfter });
          }}
        />
      </SettingsGroup>
      {offersPasskeys ? <PasskeysCard /> : null}
      {offersSessions ? <SessionsCard /> : null}
      {values.dataCollection ? <DiagnosticsCard /> : null}
      <DeedNotice deed={deed} refresh={host.refresh} />
      <div className={foot}>
        <p className={kept}>{t("kept")}</p>
        <Button onClick={cancel}>{t("common:cancel")}</Button>
        {emailChanged ? <MutationButton {...saveButton} /> : <Button {...saveButton} />}
      </div>
    </Form>
  );
}

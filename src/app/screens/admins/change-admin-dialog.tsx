import { useState } from "react";
import { type AdminRole, adminRoles } from "../../../contract/sign-in.ts";
import type { AdminRecord, useAdmins } from "../../data/use-admins.ts";
import { useCurrentSession } from "../../data/use-current-session.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, unsettledOf, useDeed } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { MutationButton } from "../../parts/mutation-button.tsx";
import type { AdminDeed } from "./admin-table.tsx";
import { calledOf, isSuper, roleWord, standingOf } from "./admin-looks.ts";
import { UnreadNotice } from "../../figures/unread-notice.tsx";

interface ChangeAdminDialogProps extends Pick<ReturnType<typeof useAdmins>, "readAgain" | "setRole" | "setActive" | "resetPasskeysOf"> {
  deed: AdminDeed;
  of: AdminRecord;
  onClose: () => void;
}

/**
 * Confirms and sends a change of an admin's role, disabling or enabling the account, or a passkey reset. The host is asked again
 * first: what another admin has changed since is shown before anything is sent.
 */
export function ChangeAdminDialog({ deed, of: chosenOf, readAgain, setRole, setActive, resetPasskeysOf, onClose }: ChangeAdminDialogProps) {
  const { t } = useTranslation(["security", "userTools", "common"]);
  const session = useCurrentSession();
  const [of, setOf] = useState(chosenOf);
  const [stopped, setStopped] = useState<"moved" | "gone" | "unread">();
  const [regardless, setRegardless] = useState(false);
  const [reading, setReading] = useState(false);
  const {
    deed: change,
    send: submit,
    isHere,
    clearTrouble,
  } = useDeed({ done: (message) => message ?? t(`admins.${deed}Done`), failed: t("admins.failed") });
  const roles = adminRoles.filter((role) => role !== "super_admin" || isSuper(session) !== false);
  const [chosen, setChosen] = useState<AdminRole | undefined>(() => roles.find((role) => role === of.role));
  const busy = reading || change.is === "sending";
  const who = calledOf(of);
  const isSame = deed === "role" && (chosen === undefined || chosen === of.role);

  const send = async () => {
    if (deed === "role" && chosen === undefined) return;
    setReading(true);
    const known = await readAgain();
    if (!isHere()) return;
    setReading(false);
    if (!known && !regardless) return setStopped("unread");
    if (known) setRegardless(false);
    const now = known ? known.find(({ id }) => id === of.id) : of;
    const isMoved = now !== undefined && (now.role !== of.role || standingOf(now) !== standingOf(of));
    setStopped(now === undefined ? "gone" : isMoved ? "moved" : undefined);
    if (now) setOf(now);
    if (now === undefined || isMoved) return;
    const outcome =
      deed === "resetPasskeys"
        ? await submit(resetPasskeysOf(of))
        : await submit(deed === "role" && chosen !== undefined ? setRole(of, chosen) : setActive(of, deed === "enable"));
    if (outcome.is === "done" && isHere()) onClose();
  };
  if (unsettledOf(change) !== undefined)
    return (
      <Dialog
        open
        title={t(`admins.${deed}Title`)}
        onClose={onClose}
        closeOnInteractOutside={false}
        actions={<Button onClick={onClose}>{t("common:close")}</Button>}
      >
        <DeedNotice deed={change} onSettled={onClose} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      title={t(`admins.${deed}Title`)}
      description={t(deed === "enable" && standingOf(of) === "waiting" ? "admins.enableWaitingText" : `admins.${deed}Text`, { who })}
      onCancel={onClose}
      error={troubleOf(change)}
      confirm={
        <MutationButton
          kind={deed === "disable" || deed === "resetPasskeys" ? "danger" : "primary"}
          permission="canManageAdmins"
          busy={busy}
          off={isSame ? t("admins.sameRole") : undefined}
          onClick={() => void send()}
        >
          {t(`admins.${deedVerb[deed]}`)}
        </MutationButton>
      }
    >
      {stopped === "gone" ? (
        <Notice tone="danger" title={t("admins.gone")} />
      ) : stopped === "unread" ? (
        <UnreadNotice regardless={regardless} locked={busy} onRegardless={setRegardless} />
      ) : stopped ? (
        <Notice
          tone="warning"
          title={t("admins.moved", { who, role: roleWord(t, of.role), account: t(`admins.standing.${standingOf(of)}`) })}
        >
          {t("admins.movedHint")}
        </Notice>
      ) : null}
      {deed === "role" ? (
        <SelectField
          label={t("admins.columns.role")}
          hint={chosen ? t(`userTools:createAdmin.roleHints.${chosen}`) : undefined}
          value={chosen ?? ""}
          disabled={busy}
          options={[
            ...(chosen === undefined ? [{ value: "", label: t("userTools:createAdmin.chooseRole") }] : []),
            ...roles.map((value) => ({ value, label: roleWord(t, value) })),
          ]}
          onChange={({ target }) => {
            setChosen(roles.find((role) => role === target.value));
            clearTrouble();
          }}
        />
      ) : null}
    </ConfirmDialog>
  );
}

const deedVerb = { role: "changeRole", disable: "disable", enable: "enable", resetPasskeys: "resetPasskeys" } as const satisfies Record<
  AdminDeed,
  string
>;

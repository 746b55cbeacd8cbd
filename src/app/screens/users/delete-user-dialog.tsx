import { useState } from "react";
import { emailKey } from "../../../contract/emails.ts";
import { deleteUser } from "../../../contract/user-tools.ts";
import { endOf, readAttempt } from "../../../db/money/journal.ts";
import type { CachedUser } from "../../data/use-users.ts";
import { useBalancesNow } from "../../data/use-user-check.ts";
import { useSync } from "../../data/sync-context.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { unsettledOf, useDeed } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePermission } from "../../state/auth.ts";
import { ToolConfirm } from "./tools/tool-confirm.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { type Held, heldInRefusal, heldInWallets, heldText } from "./held.ts";
import { HeldList } from "./held-list.tsx";

interface DeleteUserDialogProps {
  user: CachedUser;
  onClose: () => void;
  /** May be called after the dialog, or its page, has been left. */
  onDeleted: () => void;
}

/**
 * Confirms and deletes; the user is removed from the cache when the attempt ends (USER-7). The question lists what the
 * user holds; if the host refuses because of that, a second question offers to delete anyway.
 */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation(["users", "common"]);
  const { db } = useSync();
  const { deed, send, isHere } = useDeed({ done: (message) => message ?? t("delete.done"), failed: t("delete.failed") });
  const unsettled = unsettledOf(deed);
  const email = user.email ?? "";
  const mayLook = usePermission("canManageWallets");
  const now = useBalancesNow(mayLook && email !== "" ? email : undefined);
  const [refusedFor, setRefusedFor] = useState<readonly Held[]>();
  const held = refusedFor ?? (now?.is === "known" ? heldInWallets(now.balances) : []);
  const isUnread = refusedFor === undefined && now?.is !== "known" && email !== "";
  const whyUnread = !mayLook ? "delete.mayNotRead" : now === undefined ? "delete.reading" : "delete.notRead";
  const remove = async () => {
    const outcome = await send({
      call: deleteUser,
      body: refusedFor === undefined ? { email } : { email, force: true },
      operation: "deleteUser",
      subject: [emailKey(email)],
      target: email,
      details: {
        email,
        ...(user.username ? { username: user.username } : {}),
        ...(refusedFor === undefined ? {} : { force: "true", balances: heldText(refusedFor) }),
      },
    });
    if (outcome.is === "refused") setRefusedFor(heldInRefusal(outcome.status, outcome.body) ?? refusedFor);
    if (outcome.is !== "done") return;
    onDeleted();
    // By now another question may be open.
    if (isHere()) onClose();
  };
  // It may have been settled here, in another tab, or by a late answer.
  const leave = async (id: string) => {
    const attempt = await readAttempt(db, id).catch(() => undefined);
    onClose();
    if (attempt && endOf(attempt) === "done") onDeleted();
  };
  if (unsettled !== undefined) {
    const close = () => void leave(unsettled);
    return (
      <Dialog
        open
        title={t("delete.title")}
        onClose={close}
        // The dialog closing beneath it returns focus to the page.
        closeOnInteractOutside={false}
        actions={<Button onClick={close}>{t("common:close")}</Button>}
      >
        <DeedNotice deed={deed} onSettled={close} />
      </Dialog>
    );
  }
  return (
    <ToolConfirm
      title={t("delete.title")}
      question={t("delete.text", { who: user.username ? `${user.username} (${email})` : email })}
      verb={t(refusedFor === undefined ? "delete.confirm" : "delete.force")}
      permission={refusedFor === undefined ? "canDeleteUsers" : "canFundUsers"}
      deed={deed}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {held.length > 0 ? <HeldList held={held} /> : null}
      {isUnread ? <p role="status">{t(whyUnread)}</p> : null}
    </ToolConfirm>
  );
}

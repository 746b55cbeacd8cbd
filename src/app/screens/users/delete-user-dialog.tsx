import { deleteUser } from "../../../contract/user-tools.ts";
import { forgetUser } from "../../../db/users.ts";
import type { CachedUser } from "../../data/use-users.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { SubmissionNotice } from "../user-tools/submission-notice.tsx";
import { ToolConfirm } from "../user-tools/tool-confirm.tsx";
import { useSubmission } from "../user-tools/use-submission.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface DeleteUserDialogProps {
  user: CachedUser;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks, deletes, and takes the user out of the cache (USER-7). */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation(["users", "common"]);
  const { db } = useSync();
  const { submission, submit, clear } = useSubmission({ done: t("delete.done"), failed: t("delete.failed") });
  const email = user.email ?? "";
  const remove = async () => {
    const outcome = await submit({
      call: deleteUser,
      body: { email },
      operation: "deleteUser",
      subject: [email.trim().toLowerCase()],
      target: email,
      details: { email, ...(user.username ? { username: user.username } : {}) },
    });
    if (outcome.is !== "done") return;
    await forgetUser(db, email);
    onDeleted();
    onClose();
  };
  if (submission.is === "unknown") {
    return (
      <Dialog open title={t("delete.title")} onClose={onClose} actions={<Button onClick={onClose}>{t("common:close")}</Button>}>
        <SubmissionNotice submission={submission} onSettled={clear} refresh={onDeleted} />
      </Dialog>
    );
  }
  return (
    <ToolConfirm
      title={t("delete.title")}
      question={t("delete.text", { who: user.username ? `${user.username} (${email})` : email })}
      verb={t("delete.confirm")}
      permission="canDeleteUsers"
      submission={submission}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}

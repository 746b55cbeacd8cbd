import { type ReactNode } from "react";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onCancel: () => void;
  /** The action as a question or a verb: "Delete user". */
  title: string;
  /** What it does, to whom, and whether it can be undone. */
  description?: ReactNode;
  children?: ReactNode;
  /** The confirm button, labelled with the action; a `MutationButton` if it changes data on the host. */
  confirm: ReactNode;
  /** Why the last attempt failed; the dialog stays open. */
  error?: string | undefined;
}

/** Asks for confirmation. "Cancel" comes first and has the focus; the confirm button names the action. */
export function ConfirmDialog({ open, onCancel, title, description, children, confirm, error }: ConfirmDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={title}
      description={description}
      role="alertdialog"
      actions={
        <>
          <Button onClick={onCancel}>{t("cancel")}</Button>
          {confirm}
        </>
      }
    >
      {children}
      {error ? <Notice tone="danger" title={error} /> : null}
    </Dialog>
  );
}

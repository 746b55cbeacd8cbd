import { type ReactNode } from "react";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

export interface ConfirmDialogProps {
  open: boolean;
  onCancel: () => void;
  /** The deed as a question or a verb: "Delete user". */
  title: string;
  /** What it does, to whom, and whether it can be undone. */
  description?: ReactNode;
  children?: ReactNode;
  /** The button that does it, named after the deed; a `MutationButton` where the host is changed. */
  confirm: ReactNode;
  /** What went wrong with the last try; the dialog stays open. */
  error?: string | undefined;
}

/** Asks before a deed. "Cancel" comes first and has the focus; the confirm button names the deed. */
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

import type { ReactNode } from "react";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface AnswerDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** What else can be done, before "Done". */
  more?: ReactNode;
}

/** Holds what the host answered to a confirmed order until it is taken note of. */
export function AnswerDialog({ title, onClose, children, more }: AnswerDialogProps) {
  const { t } = useTranslation("funding");
  return (
    <Dialog
      open
      onClose={onClose}
      // The second half of a slow double click on the confirmation lands outside, or on Done.
      closeOnInteractOutside={false}
      title={title}
      actions={
        <>
          {more}
          <Button
            kind="primary"
            // The dialog focuses it first, rather than its close button, which knows nothing of held keys.
            data-autofocus
            onKeyDown={(event) => {
              // Enter that is still held from the confirmation must not take the answer away.
              if (event.repeat) event.preventDefault();
            }}
            onClick={(event) => {
              if (event.detail < 2) onClose();
            }}
          >
            {t("close")}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

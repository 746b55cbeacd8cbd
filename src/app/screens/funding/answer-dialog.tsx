import type { ReactNode } from "react";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface AnswerDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Further actions, before "Done". */
  more?: ReactNode;
}

/** Shows the host's answer to a confirmed order until acknowledged. */
export function AnswerDialog({ title, onClose, children, more }: AnswerDialogProps) {
  const { t } = useTranslation("funding");
  return (
    <Dialog
      open
      onClose={onClose}
      // The second click of a slow double click on the confirm button lands outside, or on Done.
      closeOnInteractOutside={false}
      title={title}
      actions={
        <>
          {more}
          <Button
            kind="primary"
            // Gets the initial focus instead of the close button, which doesn't ignore held keys.
            data-autofocus
            onKeyDown={(event) => {
              // Enter still held from the confirmation must not dismiss the answer.
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

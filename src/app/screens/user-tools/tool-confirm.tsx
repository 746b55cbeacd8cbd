import { type ReactNode } from "react";
import type { Permission } from "../../../contract/sign-in.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import type { Submission } from "./use-submission.ts";

interface ToolConfirmProps {
  title: string;
  /** What it does, to whom. */
  question: ReactNode;
  /** The deed, as the button names it. */
  verb: string;
  permission: Permission;
  submission: Submission;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Asks before a dangerous deed, shows that it is on its way, and what was refused. */
export function ToolConfirm({ title, question, verb, permission, submission, onConfirm, onCancel, children }: ToolConfirmProps) {
  const busy = submission.is === "running";
  return (
    <ConfirmDialog
      open
      title={title}
      description={question}
      onCancel={onCancel}
      error={
        submission.is === "refused"
          ? [submission.message, submission.hint].filter(Boolean).join(". ")
          : submission.is === "blocked"
            ? submission.message
            : undefined
      }
      confirm={
        <MutationButton kind="danger" permission={permission} busy={busy} onClick={onConfirm}>
          {verb}
        </MutationButton>
      }
    >
      {children}
    </ConfirmDialog>
  );
}

import { type ReactNode } from "react";
import type { Permission } from "../../../../contract/sign-in.ts";
import { type Deed, troubleOf } from "../../../deeds/use-deed.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";

interface ToolConfirmProps {
  title: string;
  /** What it does, to whom. */
  question: ReactNode;
  /** Label of the confirm button. */
  verb: string;
  permission: Permission;
  deed: Deed;
  onConfirm: () => void;
  onCancel: () => void;
  children?: ReactNode;
}

/** Confirms a dangerous action, and shows its progress and refusals. */
export function ToolConfirm({ title, question, verb, permission, deed, onConfirm, onCancel, children }: ToolConfirmProps) {
  return (
    <ConfirmDialog
      open
      title={title}
      description={question}
      onCancel={onCancel}
      error={troubleOf(deed)}
      confirm={
        <MutationButton kind="danger" permission={permission} busy={deed.is === "sending"} onClick={onConfirm}>
          {verb}
        </MutationButton>
      }
    >
      {children}
    </ConfirmDialog>
  );
}

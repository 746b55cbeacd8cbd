import { useId, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";

interface NameDialogProps {
  title: string;
  before: string;
  /** Resolves to what went wrong. */
  onName: (name: string) => Promise<string | undefined>;
  onClose: () => void;
}

/** Asks for the name of a saved view, and says how long it is kept. */
export function NameDialog({ title, before, onName, onClose }: NameDialogProps) {
  const { t } = useTranslation(["views", "common"]);
  const form = useId();
  const [name, setName] = useState(before);
  const [error, setError] = useState<string>();
  const keep = async () => {
    const given = name.trim();
    const problem = given === "" ? t("unnamed") : await onName(given).catch(() => t("failed"));
    if (problem === undefined) onClose();
    else setError(problem);
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <Button kind="primary" type="submit" form={form}>
            {t("keep")}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void keep();
        }}
      >
        <TextField
          label={t("name")}
          hint={t("untilSignOut")}
          error={error}
          value={name}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}

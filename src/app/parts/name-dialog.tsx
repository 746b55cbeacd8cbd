import { useId, useRef, useState } from "react";
import { plainText } from "../../contract/text.ts";
import { useTranslation } from "../words/use-translation.ts";
import { announce } from "../state/announce.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/text-field.tsx";

/** Texts of the dialog besides its title. */
export interface NameWords {
  readonly name: string;
  readonly hint: string;
  readonly keep: string;
  readonly unnamed: string;
  readonly failed: string;
}

interface NameDialogProps {
  title: string;
  words: NameWords;
  before: string;
  /** Resolves to an error message, or undefined. */
  onName: (name: string) => Promise<string | undefined>;
  onClose: () => void;
}

/** Asks for a name, and says how long it is kept. */
export function NameDialog({ title, words, before, onName, onClose }: NameDialogProps) {
  const { t } = useTranslation("common");
  const form = useId();
  const [name, setName] = useState(before);
  const [error, setError] = useState<string>();
  const isKeeping = useRef(false);
  const keep = async () => {
    if (isKeeping.current) return;
    isKeeping.current = true;
    const given = plainText(name);
    const problem = given === "" ? words.unnamed : await onName(given).catch(() => words.failed);
    if (problem === undefined) return onClose();
    isKeeping.current = false;
    setError(problem);
    announce(problem);
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" form={form}>
            {words.keep}
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
          label={words.name}
          hint={words.hint}
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

import { useId, useState } from "react";
import { addPasskey, stopAsking } from "../../../sync/session/passkeys.ts";
import { plainText } from "../../../contract/text.ts";
import { useHost } from "../../data/host-context.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { endWords } from "./why-not.ts";

interface AddDialogProps {
  onAdded: () => void;
  /** It may have been added all the same: the answer was lost, or an earlier one. */
  onFailed: () => void;
  onClose: () => void;
}

/** Asks for a name, then has the browser create a passkey. */
export function AddDialog({ onAdded, onFailed, onClose }: AddDialogProps) {
  const { t } = useTranslation(["passkeys", "common"]);
  const host = useHost();
  const form = useId();
  const [name, setName] = useState("");
  const [unnamed, setUnnamed] = useState(false);
  const [busy, setBusy] = useState(false);
  const isHere = useIsHere();
  const [problem, setProblem] = useState<string>();

  const close = (): void => {
    stopAsking();
    onClose();
  };
  const add = async (): Promise<void> => {
    if (busy) return;
    const given = plainText(name);
    setUnnamed(given === "");
    setProblem(undefined);
    if (given === "") return;
    setBusy(true);
    const end = await addPasskey(host, given);
    setBusy(false);
    if (end.is !== "done") {
      onFailed();
      return setProblem(endWords(t, end, t("addFailed")));
    }
    onAdded();
    // By now another one may be open.
    if (isHere()) onClose();
  };

  return (
    <Dialog
      open
      title={t("add")}
      description={t("addText")}
      onClose={close}
      closeOnInteractOutside={false}
      actions={
        <>
          <Button onClick={close}>{t("common:cancel")}</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {busy ? t("adding") : t("add")}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={add}>
        <TextField
          label={t("name")}
          hint={t("nameHint")}
          error={unnamed ? t("unnamed") : undefined}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => {
            setName(event.target.value);
            setUnnamed(false);
          }}
        />
      </Form>
      {problem === undefined ? null : <Notice tone="danger" title={problem} />}
    </Dialog>
  );
}

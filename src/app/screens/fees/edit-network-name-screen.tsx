import { useState } from "react";
import { css } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import { renameNetwork } from "../../../contract/fees.ts";
import { type CryptoFee, useFees } from "../../data/use-fees.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { useDeed } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Form } from "../../ui/form.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useFeeCrumbs } from "./use-fee-crumbs.ts";
import { useFeeSubject } from "./use-fee-subject.ts";

const page = css({ maxWidth: "form" });
const foot = css({ display: "flex" });

interface NameFormProps {
  currency: string;
  network: string;
  fee: CryptoFee | undefined;
  refresh: () => unknown;
}

function NameForm({ currency, network, fee, refresh }: NameFormProps) {
  const { t } = useTranslation("fees");
  // Typed text stays when the fee arrives.
  const [typed, setTyped] = useState<string>();
  const name = typed ?? fee?.networkName ?? "";
  const [problem, setProblem] = useState<string>();
  const { deed, send } = useDeed({ failed: t("rename.failed"), done: (message) => message ?? t("rename.done") });
  const busy = deed.is === "sending";
  const submit = async () => {
    const networkName = plainText(name);
    const wrong = currency === "" || network === "" ? t("rename.missing") : networkName === "" ? t("edit.missingName") : undefined;
    setProblem(wrong);
    if (wrong) return toast({ tone: "failed", title: wrong });
    await send({
      call: renameNetwork,
      body: { currency, network, networkName },
      operation: "renameNetwork",
      subject: [currency, network],
      target: `${currency} · ${network}`,
      details: { currency, network, networkName, before: fee?.networkName ?? "" },
      refresh,
    });
  };
  return (
    <Card>
      <Form
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        <DeedNotice deed={deed} refresh={refresh} />
        <TextField label={t("edit.currency")} readOnly value={currency} />
        <TextField label={t("edit.network")} readOnly value={network} />
        <TextField
          label={t("edit.networkName")}
          autoComplete="off"
          maxLength={100}
          value={name}
          error={problem}
          hint={fee?.networkName ? t("rename.now", { name: fee.networkName }) : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            setProblem(undefined);
          }}
        />
        <div className={foot}>
          <MutationButton permission="canManageFees" kind="primary" type="submit" busy={busy}>
            {busy ? t("rename.saving") : t("rename.submit")}
          </MutationButton>
        </div>
      </Form>
    </Card>
  );
}

/** /fees-rates/edit-network-name: display name of a fee's network (FEE-5). */
export function EditNetworkNameScreen() {
  const { t } = useTranslation("fees");
  const { currency, network, state } = useFeeSubject();
  const { cached, refresh } = useFees();
  usePageTitle(t("rename.title"), useFeeCrumbs(t("rename.title")));
  const fee = cached?.fees.find((one) => one.currency === currency && one.network === network) ?? state;
  if (cached === undefined) return null;
  return (
    <div className={page}>
      <NameForm currency={currency} network={network} fee={fee} refresh={refresh} />
    </div>
  );
}

import { useState } from "react";
import { css } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import { renameNetwork } from "../../../contract/fees.ts";
import { type CryptoFee, useReadFeeAgain } from "../../data/use-fees.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { useDeed } from "../../deeds/use-deed.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Form } from "../../ui/form.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useProblems } from "../../ui/use-problems.ts";
import { useFeeCrumbs } from "./use-fee-crumbs.ts";
import { useFeeSubject } from "./use-fee-subject.ts";
import { UnreadNotice } from "../../figures/unread-notice.tsx";

const page = css({ maxWidth: "form" });
const foot = css({ display: "flex" });

interface NameFormProps {
  currency: string;
  network: string;
  fee: CryptoFee | undefined;
  refresh: () => unknown;
}

/** Why a name was not sent: the host could not be asked, or has another one meanwhile. */
type Stopped = { readonly is: "unread" } | { readonly is: "moved"; readonly now: string };

function NameForm({ currency, network, fee, refresh }: NameFormProps) {
  const { t } = useTranslation(["fees", "rates"]);
  const readAgain = useReadFeeAgain();
  const isHere = useIsHere();
  // Typed text stays when the fee arrives.
  const [typed, setTyped] = useState<string>();
  const name = typed ?? fee?.networkName ?? "";
  const { problemOf, say, clear } = useProblems<"name">();
  const [reading, setReading] = useState(false);
  const [stopped, setStopped] = useState<Stopped>();
  const [regardless, setRegardless] = useState(false);
  const { deed, send } = useDeed({ failed: t("rename.failed"), done: (message) => message ?? t("rename.done") });
  const busy = reading || deed.is === "sending";
  /** The host's name right before sending; undefined if nothing may be sent. */
  const readName = async (seen: string, next: string): Promise<string | undefined> => {
    setReading(true);
    const known = await readAgain(currency, network);
    // Left meanwhile.
    if (!isHere()) return undefined;
    setReading(false);
    if (known) setRegardless(false);
    const now = known ? (known.fee?.networkName ?? "") : regardless ? seen : undefined;
    const moved = now !== undefined && now !== seen && now !== next;
    setStopped(now === undefined ? { is: "unread" } : moved ? { is: "moved", now } : undefined);
    return moved ? undefined : now;
  };
  const submit = async () => {
    const networkName = plainText(name);
    const wrong = currency === "" || network === "" ? t("rename.missing") : networkName === "" ? t("edit.missingName") : undefined;
    if (say({ name: wrong })) return;
    const before = await readName(fee?.networkName ?? "", networkName);
    if (before === undefined) return;
    await send({
      call: renameNetwork,
      body: { currency, network, networkName },
      operation: "renameNetwork",
      subject: [currency, network],
      target: `${currency} · ${network}`,
      details: { currency, network, networkName, before },
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
        {stopped?.is === "moved" ? (
          <Notice tone="warning" title={t("rates:confirm.moved", { value: stopped.now || t("rates:none") })}>
            {t("rates:confirm.movedHint")}
          </Notice>
        ) : stopped ? (
          <UnreadNotice regardless={regardless} locked={busy} onRegardless={setRegardless} />
        ) : null}
        <TextField label={t("edit.currency")} readOnly value={currency} />
        <TextField label={t("edit.network")} readOnly value={network} />
        <TextField
          label={t("edit.networkName")}
          autoComplete="off"
          maxLength={100}
          readOnly={busy}
          value={name}
          error={problemOf("name")}
          hint={fee?.networkName ? t("rename.now", { name: fee.networkName }) : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            clear("name");
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
  const { currency, network, fee, cached, refresh } = useFeeSubject();
  usePageTitle(t("rename.title"), useFeeCrumbs(t("rename.title")));
  if (cached === undefined) return null;
  return (
    <div className={page}>
      <NameForm key={`${currency}/${network}`} currency={currency} network={network} fee={fee} refresh={refresh} />
    </div>
  );
}

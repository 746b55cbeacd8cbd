import Big from "big.js";
import { useRef, useState } from "react";
import { css } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import { updateCryptoFee } from "../../../contract/fees.ts";
import { type CryptoFee, isFeeOf, useReadFeeAgain } from "../../data/use-fees.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, useDeed } from "../../deeds/use-deed.ts";
import { ChangeDialog } from "../../figures/change-dialog.tsx";
import { Form } from "../../ui/form.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { readNonNegative } from "../../ui/read-decimal.ts";
import type { HostSays } from "../../figures/use-change-check.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useProblems } from "../../ui/use-problems.ts";

const foot = css({ display: "flex" });

/** Choices in the document (D1 §9); the host's others follow. */
const currencies = ["BTC", "ETH", "USDT"] as const;
const networks = ["Bitcoin", "Ethereum", "Tron"] as const;
const isSameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
/** Choices without "", each once: hosts don't mind the case, and their own spelling is the one that is listed. */
const distinct = (values: readonly string[], listed: readonly string[]): string[] =>
  [...values, ...listed]
    .map((value) => listed.find((one) => isSameName(one, value)) ?? value)
    .filter((value, at, all) => value !== "" && all.indexOf(value) === at);

interface Values {
  currency: string;
  network: string;
  networkName: string;
  networkFee: string;
}

interface FeeFormProps {
  start: { currency: string; network: string; fee: CryptoFee | undefined };
  /** Undefined until the host's are known. */
  listed: readonly CryptoFee[] | undefined;
  refreshList: () => unknown;
}

const saysOf = (fee: CryptoFee | undefined, renames: boolean): HostSays => ({
  value: fee?.networkFee,
  changedAt: fee?.updatedAt,
  by: fee?.updatedBy,
  text: renames ? (fee?.networkName ?? "") : undefined,
});

/** The fields of a fee; a change is confirmed with old → new (FEE-4, RATE-3). */
export function FeeForm({ start, listed, refreshList }: FeeFormProps) {
  const { t } = useTranslation("fees");
  const { dollars } = useFormat();
  const readAgain = useReadFeeAgain();
  // Typed text stays when the fee arrives.
  const [typed, setTyped] = useState<Partial<Values>>({});
  const fees = listed ?? [];
  const chosen = { currency: typed.currency ?? start.currency, network: typed.network ?? start.network };
  const isStart = chosen.currency === start.currency && chosen.network === start.network;
  const known = fees.find(isFeeOf(chosen)) ?? (isStart ? start.fee : undefined);
  const { currency, network } = known ?? chosen;
  // Another choice has its own name and fee.
  const values: Values = { networkName: known?.networkName ?? "", networkFee: known?.networkFee ?? "", ...typed, currency, network };
  const { problemOf, say, clear } = useProblems<keyof Values>();
  /** `name`: the network's new name, if it is to change. */
  const [next, setNext] = useState<{ fee: string; name: string | undefined; seen: CryptoFee | undefined }>();
  const lastRead = useRef<CryptoFee>(undefined);
  const { deed, send, clearTrouble } = useDeed({ failed: t("edit.failed"), done: () => t("edit.done") });
  const choices = {
    currencies: distinct(
      [...currencies, start.currency],
      fees.map((fee) => fee.currency),
    ),
    networks: distinct(
      [...networks, start.network],
      fees.map((fee) => fee.network),
    ),
  };

  const change = (name: keyof Values, value: string) => {
    const { networkName: _, networkFee: __, ...pair } = typed;
    // What was typed for one pair is not the other's.
    const isOther = (name === "currency" || name === "network") && currency !== "" && network !== "";
    setTyped({ ...(isOther ? pair : typed), [name]: value });
    clear(name);
  };
  const field = (name: keyof Values) => ({
    value: values[name],
    error: problemOf(name),
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });

  const ask = () => {
    const fee = readNonNegative(values.networkFee);
    const name = plainText(values.networkName);
    const isWrong = say({
      currency: currency === "" ? t("edit.missing") : undefined,
      network: network === "" ? t("edit.missing") : undefined,
      networkName: name === "" ? t("edit.missingName") : undefined,
      networkFee: fee.is === "empty" ? t("edit.missingFee") : fee.is === "invalid" ? t("edit.invalidFee") : undefined,
    });
    if (!isWrong && fee.is === "read") setNext({ fee: fee.value, name: name === known?.networkName ? undefined : name, seen: known });
  };

  const submit = async (fee: string, name: string | undefined, isOpen: () => boolean) => {
    // A name that stays goes out as the host has it now.
    const networkName = name ?? plainText(lastRead.current?.networkName || values.networkName);
    const outcome = await send({
      call: updateCryptoFee,
      body: { currency, network, networkName, networkFee: Number(fee) },
      operation: "setFee",
      subject: [currency, network],
      target: `${currency} · ${network}`,
      details: { currency, network, networkName, networkFee: fee, before: known?.networkFee ?? "" },
      refresh: refreshList,
    });
    if (!isOpen()) return;
    if (outcome.is === "done" || outcome.is === "unknown") setNext(undefined);
    if (outcome.is === "done") setTyped({ currency, network });
  };

  const option = (value: string) => ({ value, label: value });
  return (
    <Card>
      <Form onSubmit={ask}>
        {next ? null : <DeedNotice deed={deed} refresh={refreshList} />}
        <SelectField
          label={t("edit.currency")}
          options={[{ value: "", label: t("edit.choose") }, ...choices.currencies.map(option)]}
          {...field("currency")}
        />
        <SelectField
          label={t("edit.network")}
          options={[{ value: "", label: t("edit.choose") }, ...choices.networks.map(option)]}
          {...field("network")}
        />
        <TextField label={t("edit.networkName")} autoComplete="off" maxLength={100} {...field("networkName")} />
        <NumberField
          label={t("edit.networkFee")}
          hint={
            known?.networkFee !== undefined
              ? t("edit.now", { fee: dollars(known.networkFee) })
              : currency && network && listed
                ? t("edit.nowNone")
                : undefined
          }
          {...field("networkFee")}
          onChange={(value) => change("networkFee", value)}
        />
        <div className={foot}>
          <MutationButton permission="canManageFees" kind="primary" type="submit">
            {t("edit.submit")}
          </MutationButton>
        </div>
      </Form>
      {next ? (
        <ChangeDialog
          title={t("edit.confirmTitle", { currency, network })}
          change={{
            name: t("one.figure", { currency, network }),
            seen: saysOf(next.seen, next.name !== undefined),
            next: next.fee,
            show: dollars,
            example: { what: t("edit.example"), of: (value) => dollars(new Big(value).times(10).toFixed()) },
          }}
          readAgain={async () => {
            const known = await readAgain(currency, network);
            lastRead.current = known?.fee;
            return known && saysOf(known.fee, next.name !== undefined);
          }}
          confirm={t("edit.submit")}
          busy={t("edit.saving")}
          error={troubleOf(deed)}
          send={(isOpen) => submit(next.fee, next.name, isOpen)}
          onClose={() => {
            clearTrouble();
            setNext(undefined);
          }}
        >
          {next.name !== undefined ? (
            <p>
              {t("edit.nameToo", { name: next.name })} {known?.networkName ? t("rename.now", { name: known.networkName }) : null}
            </p>
          ) : null}
        </ChangeDialog>
      ) : null}
    </Card>
  );
}

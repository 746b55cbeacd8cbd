import { useEffect, useId, useRef, useState } from "react";
import { css } from "#styled/css";
import { cardCountries, cardTypes, createGiftCardRate } from "../../../contract/gift-cards.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";
import { Form } from "../../ui/form.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { useFormat } from "../../format/use-format.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { useDeed } from "../../deeds/use-deed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useProblems } from "../../ui/use-problems.ts";
import { readFigures } from "../bulk/figures.ts";
import {
  type CheckedField,
  checkRate,
  ecodeFarAbovePercent,
  figureFields,
  isEcodeFarAbove,
  type Problem,
  type RateBody,
  type RateDraft,
  rateKey,
} from "./rate-check.ts";
import { nameOfRate } from "./rate-words.ts";

const form = css({
  display: "grid",
  gridTemplateColumns: "[repeat(2, minmax(0, 1fr))]",
  gap: "4",
  alignItems: "start",
  smDown: { gridTemplateColumns: "1fr" },
});
const wide = css({ gridColumn: "1 / -1" });

const blank: RateDraft & { sourceCurrency: string; targetCurrency: string } = {
  cardType: "",
  country: "",
  rate: "",
  physicalRate: "",
  ecodeRate: "",
  minAmount: "",
  maxAmount: "",
  vanillaType: "",
  notes: "",
  isActive: true,
  rateDisplay: "",
  // Shown in the form only, not sent (GIFT-4).
  sourceCurrency: "USD",
  targetCurrency: "NGN",
};

interface AddDialogProps {
  rates: readonly GiftCardRate[];
  refresh: () => unknown;
  onClose: () => void;
}

/** Adds a rate; each field is validated in place, and likely mistakes are pointed out before sending (GIFT-4). */
export function AddDialog({ rates, refresh, onClose }: AddDialogProps) {
  const { t } = useTranslation(["giftCards", "common"]);
  const { naira } = useFormat();
  const formId = useId();
  const [draft, setDraft] = useState(blank);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  });
  const { problemOf, say, clear } = useProblems<CheckedField | keyof typeof blank>();
  const [pointedOut, setPointedOut] = useState<RateBody>();
  const [regardless, setRegardless] = useState(false);
  const { deed, send, isHere } = useDeed({ failed: t("form.failed"), done: () => t("form.done") });
  const busy = deed.is === "sending";
  const twin = pointedOut && rates.find((row) => rateKey(row) === rateKey(pointedOut));
  const isFar = pointedOut !== undefined && isEcodeFarAbove(pointedOut);

  const change = (name: keyof typeof blank, value: string | boolean) => {
    setDraft({ ...draft, [name]: value });
    clear(name);
    setPointedOut(undefined);
    setRegardless(false);
  };
  const field = (name: "cardType" | "country" | "vanillaType" | "notes" | (typeof figureFields)[number]) => ({
    label: t(`form.${name}`),
    value: draft[name],
    error: problemOf(name),
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
  });

  const submit = async () => {
    const checked = checkRate(draft);
    const twoWays = figureFields.filter((name) => readFigures([{ text: draft[name], isNumber: false }], "")[0]?.is === "two ways");
    if (checked.is === "wrong" || twoWays.length > 0) {
      const problems = {
        ...Object.fromEntries(twoWays.map((name) => [name, "two ways"])),
        ...(checked.is === "wrong" && checked.problems),
      };
      const entries = Object.entries(problems) as [CheckedField, Problem][];
      say(Object.fromEntries(entries.map(([name, problem]) => [name, t(`problems.${problem}`, { field: t(`form.${name}`) })])));
      return;
    }
    const { body } = checked;
    const isOdd = isEcodeFarAbove(body) || rates.some((row) => rateKey(row) === rateKey(body));
    if (isOdd && !regardless) {
      setPointedOut(body);
      return;
    }
    const outcome = await send({
      call: createGiftCardRate,
      body,
      operation: "createGiftCardRate",
      subject: [rateKey(body)],
      target: nameOfRate(body),
      details: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)])),
      refresh,
    });
    // What was typed meanwhile has not been sent.
    if (outcome.is === "done" && isHere() && latest.current === draft) onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      shape="wide"
      title={t("form.title")}
      actions={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <MutationButton
            permission="canManageFees"
            kind="primary"
            type="submit"
            form={formId}
            busy={busy}
            off={pointedOut && !regardless ? t("form.look") : undefined}
          >
            {busy ? t("form.creating") : t("form.submit")}
          </MutationButton>
        </>
      }
    >
      <Form
        id={formId}
        className={form}
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        <SelectField
          required
          options={[{ value: "", label: t("form.choose") }, ...cardTypes.map((value) => ({ value, label: value }))]}
          {...field("cardType")}
        />
        <SelectField
          required
          options={[{ value: "", label: t("form.choose") }, ...cardCountries.map((value) => ({ value, label: value }))]}
          {...field("country")}
        />
        {figureFields.map((name) => (
          <NumberField key={name} required {...field(name)} onChange={(value) => change(name, value)} />
        ))}
        <TextField hint={t("form.vanillaHint")} autoComplete="off" maxLength={60} {...field("vanillaType")} />
        <TextField
          label={t("form.sourceCurrency")}
          autoComplete="off"
          value={draft.sourceCurrency}
          onChange={(event) => change("sourceCurrency", event.target.value.toUpperCase())}
        />
        <TextField
          label={t("form.targetCurrency")}
          autoComplete="off"
          value={draft.targetCurrency}
          onChange={(event) => change("targetCurrency", event.target.value.toUpperCase())}
        />
        <div className={wide}>
          <TextAreaField rows={2} maxLength={1000} {...field("notes")} />
        </div>
        <div className={wide}>
          <Checkbox label={t("form.isActive")} checked={draft.isActive} onChange={(value) => change("isActive", value)} />
        </div>
        {twin ? (
          <Notice
            className={wide}
            tone="warning"
            title={t("form.duplicate", { what: nameOfRate(twin), rate: twin.rate ? naira(twin.rate) : "—" })}
          >
            {t("form.duplicateHint")}
          </Notice>
        ) : null}
        {isFar ? (
          <Notice className={wide} tone="warning" title={t("form.ecodeAbove", { percent: ecodeFarAbovePercent })}>
            {t("form.ecodeAboveHint")}
          </Notice>
        ) : null}
        {pointedOut ? (
          <div className={wide}>
            <Checkbox label={t("form.regardless")} checked={regardless} onChange={setRegardless} />
          </div>
        ) : null}
        <div className={wide}>
          <DeedNotice deed={deed} refresh={refresh} />
        </div>
      </Form>
    </Dialog>
  );
}

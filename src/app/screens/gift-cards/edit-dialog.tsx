import Big from "big.js";
import { useEffect, useId, useRef, useState } from "react";
import { updateGiftCardRate } from "../../../contract/gift-cards.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, useDeed } from "../../deeds/use-deed.ts";
import { isSame } from "../../figures/change.ts";
import { ChangeDialog } from "../../figures/change-dialog.tsx";
import { DecimalField } from "../../ui/decimal-field.tsx";
import { Form } from "../../ui/form.tsx";
import { readNonNegative } from "../../ui/read-decimal.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { useProblems } from "../../ui/use-problems.ts";
import { fieldsOf } from "./edit-fields.ts";
import { EditTroubleNotice } from "./edit-trouble-notice.tsx";
import { paidRates } from "./rate-check.ts";
import { nameOfRate } from "./rate-words.ts";
import { type RateRead, useEdit } from "./use-edit.ts";

const saysOf = (row: GiftCardRate | undefined) => ({ value: row?.rate ?? undefined, changedAt: row?.lastUpdated, by: row?.updatedBy });

/**
 * Edits base rate, notes and status; a new rate is confirmed with old → new (GIFT-5, RATE-3). Every edit sends notes
 * and status, so the host is asked again first: untouched fields are sent with the host's values.
 */
export function EditDialog({ row, refresh, onClose }: { row: GiftCardRate; refresh: () => unknown; onClose: () => void }) {
  const { t } = useTranslation(["giftCards", "common"]);
  const { naira } = useFormat();
  const formId = useId();
  const { seen, fields, trouble, change, readRow, rebase, keep } = useEdit(row);
  const lastRead = useRef<RateRead>(undefined);
  const [rate, setRate] = useState("");
  const latestRate = useRef(rate);
  useEffect(() => {
    latestRate.current = rate;
  });
  const { problemOf, say } = useProblems<"rate">();
  const [isStateMissing, setStateMissing] = useState(false);
  const [next, setNext] = useState<string>();
  const [reading, setReading] = useState(false);
  const [regardless, setRegardless] = useState(false);
  const { deed, send, isHere, clearTrouble } = useDeed({ failed: t("editing.failed"), done: (message) => message ?? t("editing.done") });
  const busy = reading || deed.is === "sending";
  const what = nameOfRate(row);
  const paid = paidRates.flatMap((field) => (seen[field] ? [`${t(`form.${field}`)} ${naira(seen[field])}`] : [])).join(" · ");
  const status = fields.isActive ? t("active") : t("inactive");

  const submit = async (value: string | undefined, read: RateRead, unasked: boolean, isOpen: () => boolean) => {
    const asked = rebase(read, unasked, value === undefined);
    if (!asked) return setNext(undefined);
    const { isActive } = asked;
    if (isActive === undefined) {
      setStateMissing(true);
      return setNext(undefined);
    }
    const notes = asked.notes.trim();
    const outcome = await send({
      call: updateGiftCardRate,
      params: { id: row.id },
      body: { ...(value === undefined ? {} : { rate: Number(value) }), notes, isActive },
      operation: "editGiftCardRate",
      subject: [row.id],
      target: what,
      details: {
        id: row.id,
        ...(value === undefined ? {} : { rate: value, before: (typeof read === "object" ? read : seen).rate ?? "" }),
        notes,
        isActive: String(isActive),
      },
      refresh,
    });
    if (!isOpen()) return;
    if (outcome.is === "done") {
      // What was typed meanwhile has not been sent.
      if (!keep(asked) && latestRate.current === rate) onClose();
    } else if (outcome.is === "unknown") setNext(undefined);
  };
  const save = async () => {
    const read = readNonNegative(rate);
    const isWrong = say({ rate: read.is === "invalid" ? t("editing.invalid") : undefined });
    const lacksState = fields.isActive === undefined;
    setStateMissing(lacksState);
    if (isWrong || lacksState) return;
    if (read.is === "read" && !isSame(read.value, seen.rate ?? undefined)) setNext(read.value);
    else {
      setReading(true);
      const now = await readRow();
      setReading(false);
      if (now) setRegardless(false);
      // What is shown was typed, and the host has another rate by now.
      if (isHere() && read.is === "read" && typeof now === "object" && !isSame(read.value, now.rate ?? undefined))
        return setNext(read.value);
      await submit(undefined, now, regardless, isHere);
    }
  };

  if (next !== undefined) {
    return (
      <ChangeDialog
        title={t("editing.confirmTitle", { what })}
        change={{
          name: t("editing.name", { what }),
          seen: saysOf(seen),
          next,
          show: naira,
          example: { what: t("editing.example"), of: (value) => naira(new Big(value).times(100).toFixed()) },
          of: { is: "giftCard", cardType: seen.cardType ?? "", country: seen.country ?? "" },
        }}
        readAgain={async () => {
          const now = await readRow();
          lastRead.current = now;
          return now && saysOf(now === "gone" ? undefined : now);
        }}
        confirm={t("editing.submit")}
        busy={t("editing.saving")}
        error={troubleOf(deed)}
        send={(isOpen) => submit(next, lastRead.current, true, isOpen)}
        onClose={() => {
          clearTrouble();
          setNext(undefined);
        }}
      >
        {fields.isActive === fieldsOf(seen).isActive ? null : <p>{t("editing.statusToo", { status })}</p>}
      </ChangeDialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("editing.title", { what })}
      actions={
        <>
          <Button onClick={onClose}>{t("common:cancel")}</Button>
          <MutationButton permission="canManageFees" kind="primary" type="submit" form={formId} busy={busy}>
            {busy ? t("editing.saving") : t("editing.submit")}
          </MutationButton>
        </>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          if (!busy) void save();
        }}
      >
        <DeedNotice deed={deed} refresh={refresh} />
        {trouble ? (
          <EditTroubleNotice
            trouble={trouble}
            now={fieldsOf(seen)}
            rates={paid}
            regardless={regardless}
            locked={busy}
            onRegardless={setRegardless}
          />
        ) : null}
        <DecimalField
          label={t("editing.rate")}
          hint={seen.rate ? t("editing.rateHint", { rate: naira(seen.rate) }) : undefined}
          error={problemOf("rate")}
          value={rate}
          onChange={setRate}
        />
        <TextAreaField
          label={t("editing.notes")}
          rows={3}
          maxLength={1000}
          value={fields.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
        <SelectField
          label={t("editing.state")}
          error={isStateMissing && fields.isActive === undefined ? t("editing.missingState") : undefined}
          options={[
            ...(fields.isActive === undefined ? [{ value: "", label: t("form.choose") }] : []),
            { value: "active", label: t("active") },
            { value: "inactive", label: t("inactive") },
          ]}
          value={fields.isActive === undefined ? "" : fields.isActive ? "active" : "inactive"}
          onChange={(event) => change({ isActive: event.target.value === "active" })}
        />
      </Form>
    </Dialog>
  );
}

import { type ReactNode, useId, useState } from "react";
import { Form } from "../ui/form.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LostPart } from "../ui/lost-part.tsx";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { MutationButton } from "../parts/mutation-button.tsx";
import { useIsHere } from "../parts/use-is-here.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { changeOf, isSame } from "./change.ts";
import { ChangeSlip } from "./change-slip.tsx";
import { effectPlace } from "./effect-place.ts";
import { DecimalField } from "../ui/decimal-field.tsx";
import { readNonNegative } from "../ui/read-decimal.ts";
import { type HostSays, useChangeCheck } from "./use-change-check.ts";
import { UnreadNotice } from "./unread-notice.tsx";

/** What a figure means to a customer, by example: "100 USDT" → "₦152,000.00". */
export interface Example {
  readonly what: string;
  readonly of: (value: string) => string;
}

export interface FigureChange {
  /** Name on the screen: "Onramp rate". */
  readonly name: string;
  /** What was on screen when the new value was typed. */
  readonly seen: HostSays;
  /** Decimal text. */
  readonly next: string;
  readonly show: (value: string) => string;
  readonly example: Example;
  /** The trades it applies to, if the effect of the change can be computed for them (RATE-4). */
  readonly of?: RateOf;
}

/** A rate, identified by the trades it applies to. */
export type RateOf =
  | { readonly is: "onramp" | "offramp" }
  | { readonly is: "giftCard"; readonly cardType: string; readonly country: string };

const RateEffectNote = lazyPart(async () => (await import("./rate-effect-note.tsx")).RateEffectNote, {
  words: ["effect"],
  instead: LostPart,
  until: () => <div className={effectPlace} />,
});

export interface ChangeDialogProps {
  title: string;
  change: FigureChange;
  /** Refetches the value about to be replaced; undefined if the host can't be asked. */
  readAgain: () => Promise<HostSays | undefined>;
  /** Labels of the confirm button: idle and in flight. */
  confirm: string;
  busy: string;
  /** Sends it; resolves once the outcome is known, or known to be unknown. `isOpen`: whether this question is still open by then. */
  send: (isOpen: () => boolean) => Promise<unknown>;
  onClose: () => void;
  error?: string | undefined;
  /** What else changes with it. */
  children?: ReactNode;
}

/**
 * Confirms a change of a figure: old → new, the difference in percent, and an example. From 10 % on, and where the old
 * value isn't known, the new one has to be retyped. The old value is refetched right before sending (RATE-3).
 */
export function ChangeDialog({ title, change, readAgain, confirm, busy, send, onClose, error, children }: ChangeDialogProps) {
  const { t } = useTranslation("rates");
  const format = useFormat();
  const formId = useId();
  const { check, askAgain } = useChangeCheck(change.seen, readAgain);
  const [typed, setTyped] = useState("");
  const [regardless, setRegardless] = useState(false);
  const [working, setWorking] = useState(false);
  const { before } = check;
  const isTold = check.is === "read";
  const { is, isLarge } = changeOf(before.value, change.next, isTold);
  const retyped = readNonNegative(typed);
  const isRetyped = retyped.is === "read" && isSame(retyped.value, change.next);
  const off =
    check.is === "asking"
      ? t("confirm.asking")
      : check.is === "unread" && !regardless
        ? t("confirm.unread")
        : isLarge && !isRetyped
          ? t("confirm.retypeFirst")
          : undefined;

  const isHere = useIsHere();

  const run = async () => {
    setWorking(true);
    const found = await askAgain(before);
    // Cancelled meanwhile.
    if (!isHere()) return;
    // Ticked for want of an answer, it doesn't hold once there was one.
    if (found !== "unread") setRegardless(false);
    if (found === "moved") setTyped("");
    else if (found === "same" || regardless) await send(isHere);
    setWorking(false);
  };
  const hostHas = [before.value === undefined ? undefined : change.show(before.value), before.text].filter(Boolean).join(" · ");
  const who = before.by ? t("confirm.movedBy", { by: before.by }) : t("confirm.movedBySomebody");

  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      title={title}
      error={error}
      confirm={
        <MutationButton permission="canManageFees" kind="primary" type="submit" form={formId} busy={working} off={off}>
          {working ? busy : confirm}
        </MutationButton>
      }
    >
      <Form
        id={formId}
        onSubmit={() => {
          if (off === undefined && !working) void run();
        }}
      >
        {check.is === "read" && check.moved ? (
          <Notice tone="warning" title={t("confirm.moved", { value: hostHas || t("none") })}>
            {who} {before.changedAt ? t("confirm.movedAt", { time: format.dateTime(new Date(before.changedAt)) }) : null}{" "}
            {t("confirm.movedHint")}
          </Notice>
        ) : null}
        <ChangeSlip before={before.value} isTold={isTold} change={change} />
        {change.of && before.value !== undefined ? (
          <RateEffectNote change={{ ...change.of, before: before.value, next: change.next }} />
        ) : null}
        {children}
        {check.is === "unread" ? <UnreadNotice regardless={regardless} locked={working} onRegardless={setRegardless} /> : null}
        {isLarge ? (
          <DecimalField
            label={t("confirm.retype")}
            hint={is === "unknown" ? undefined : t("confirm.retypeHint")}
            value={typed}
            onChange={setTyped}
          />
        ) : null}
      </Form>
    </ConfirmDialog>
  );
}

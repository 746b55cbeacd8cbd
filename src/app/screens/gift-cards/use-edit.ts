import { useEffect, useRef, useState } from "react";
import { type GiftCardRate, useReadGiftCardsAgain } from "../../data/use-gift-cards.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { isSame } from "../../figures/change.ts";
import { type EditFields, fieldsOf, rebaseEdit } from "./edit-fields.ts";
import { paidRates } from "./rate-check.ts";

/** A rate as the host has it now; "gone" if deleted, undefined if the host could not be asked. */
export type RateRead = GiftCardRate | "gone" | undefined;

/** Why an edit was not sent. */
export type EditTrouble =
  | { readonly is: "unread" }
  | { readonly is: "gone" }
  /** Somebody else changed what the admin is about to change. */
  | { readonly is: "moved"; readonly fields: readonly (keyof EditFields | "rate")[] };

/** A rate's notes and status being edited, rebased onto the host's current values. */
export function useEdit(row: GiftCardRate) {
  const readAgain = useReadGiftCardsAgain();
  const [seen, setSeen] = useState(row);
  const [typed, setTyped] = useState<Partial<EditFields>>({});
  const [trouble, setTrouble] = useState<EditTrouble>();
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  const isHere = useIsHere();

  return {
    /** The rate the edit is based on. */
    seen,
    fields: { ...fieldsOf(seen), ...typed },
    trouble,
    change: (fields: Partial<EditFields>) => setTyped((before) => ({ ...before, ...fields })),
    readRow: async (): Promise<RateRead> => {
      const known = await readAgain();
      return known && (known.rates.find((one) => one.id === row.id) ?? "gone");
    },
    /**
     * Fields to send, rebased onto `read`; undefined if nothing may be sent, with the reason in `trouble`.
     * `regardless`: send even if the host could not be asked. `keepsRate`: the edit has no rate of its own.
     */
    rebase: (read: RateRead, regardless: boolean, keepsRate: boolean): EditFields | undefined => {
      // If the dialog was closed while the host was asked, send nothing.
      if (!isHere()) return undefined;
      if (read === "gone" || (read === undefined && !regardless)) {
        setTrouble({ is: read ?? "unread" });
        return undefined;
      }
      const now = read ?? seen;
      const rebased = (edit: Partial<EditFields>) => rebaseEdit(fieldsOf(seen), edit, fieldsOf(now));
      const { fields, moved: fieldsMoved } = rebased(typed);
      // It would go on sale at a rate that wasn't seen.
      const isPutOnSale = keepsRate && fields.isActive && !fieldsOf(seen).isActive;
      const rateMoved = paidRates.some((field) => !isSame(now[field] ?? undefined, seen[field] ?? undefined));
      const moved = [...fieldsMoved, ...(isPutOnSale && rateMoved ? (["rate"] as const) : [])];
      setSeen(now);
      // More may have been typed while the host was asked.
      setTyped((latest) => rebased(latest).typed);
      setTrouble(moved.length > 0 ? { is: "moved", fields: moved } : undefined);
      return moved.length > 0 ? undefined : fields;
    },
    /** Takes what was sent for the host's. Returns whether more has been typed since. */
    keep: (sent: EditFields): boolean => {
      const { typed: more } = rebaseEdit(sent, latest.current, sent);
      setSeen((now) => ({ ...now, ...sent }));
      setTyped(more);
      return Object.keys(more).length > 0;
    },
  };
}

import { useEffect, useRef, useState } from "react";
import { type GiftCardRate, useReadGiftCardsAgain } from "../../data/use-gift-cards.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { type EditFields, fieldsOf, rebaseEdit } from "./edit-fields.ts";

/** A rate as the host has it now; "gone" if deleted, undefined if the host could not be asked. */
export type RateRead = GiftCardRate | "gone" | undefined;

/** Why an edit was not sent. */
export type EditTrouble =
  | { readonly is: "unread" }
  | { readonly is: "gone" }
  /** Somebody else changed what the admin is about to change. */
  | { readonly is: "moved"; readonly fields: readonly (keyof EditFields)[] };

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
     * `regardless`: send even if the host could not be asked.
     */
    rebase: (read: RateRead, regardless: boolean): EditFields | undefined => {
      // If the dialog was closed while the host was asked, send nothing.
      if (!isHere()) return undefined;
      if (read === "gone" || (read === undefined && !regardless)) {
        setTrouble({ is: read ?? "unread" });
        return undefined;
      }
      const now = read ?? seen;
      const rebased = (edit: Partial<EditFields>) => rebaseEdit(fieldsOf(seen), edit, fieldsOf(now));
      const { fields, moved } = rebased(typed);
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

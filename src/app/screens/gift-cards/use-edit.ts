import { useState } from "react";
import { type GiftCardRate, useReadGiftCardsAgain } from "../../data/use-gift-cards.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { type EditFields, fieldsOf, rebaseEdit } from "./edit-fields.ts";

/** A rate as the host has it now; "gone" where it has none any more, undefined where it could not be asked. */
export type RateRead = GiftCardRate | "gone" | undefined;

/** Why an edit was not sent. */
export type EditTrouble =
  | { readonly is: "unread" }
  | { readonly is: "gone" }
  /** Somebody else changed what the admin is about to change. */
  | { readonly is: "moved"; readonly fields: readonly (keyof EditFields)[] };

/** Notes and status of a rate while they are edited, kept true to what the host has meanwhile. */
export function useEdit(row: GiftCardRate) {
  const readAgain = useReadGiftCardsAgain();
  const [seen, setSeen] = useState(row);
  const [typed, setTyped] = useState<Partial<EditFields>>({});
  const [trouble, setTrouble] = useState<EditTrouble>();
  const isHere = useIsHere();

  return {
    /** The rate that the edit stands on. */
    seen,
    fields: { ...fieldsOf(seen), ...typed },
    trouble,
    change: (fields: Partial<EditFields>) => setTyped({ ...typed, ...fields }),
    readRow: async (): Promise<RateRead> => {
      const known = await readAgain();
      return known && (known.rates.find((one) => one.id === row.id) ?? "gone");
    },
    /**
     * The fields to send, on top of what was read; undefined where nothing may be sent, which `trouble` says.
     * `regardless`: also where the host could not be asked.
     */
    rebase: (read: RateRead, regardless: boolean): EditFields | undefined => {
      // A dialog that was left while the host was asked sends nothing.
      if (!isHere()) return undefined;
      if (read === "gone" || (read === undefined && !regardless)) {
        setTrouble({ is: read ?? "unread" });
        return undefined;
      }
      const now = read ?? seen;
      const { fields, typed: left, moved } = rebaseEdit(fieldsOf(seen), typed, fieldsOf(now));
      setSeen(now);
      setTyped(left);
      setTrouble(moved.length > 0 ? { is: "moved", fields: moved } : undefined);
      return moved.length > 0 ? undefined : fields;
    },
  };
}

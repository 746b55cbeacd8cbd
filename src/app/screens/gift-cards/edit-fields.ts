import type { GiftCardRate } from "../../data/use-gift-cards.ts";

/** Sent with every edit, changed or not (GIFT-5). */
export interface EditFields {
  readonly notes: string;
  /** Undefined: the host doesn't tell, so that it has to be chosen. */
  readonly isActive: boolean | undefined;
}

export const fieldsOf = (row: GiftCardRate): EditFields => ({ notes: row.notes ?? "", isActive: row.isActive });

const isSameField = (name: keyof EditFields, a: EditFields, b: EditFields): boolean =>
  name === "notes" ? a.notes.trim() === b.notes.trim() : a[name] === b[name];

export interface RebasedEdit {
  /** Values to send; the host's own for untouched fields. */
  readonly fields: EditFields;
  /** The touched fields, applied on top of the host's values. */
  readonly typed: Partial<EditFields>;
  /** Touched fields somebody has changed since `seen`, to another value than the edit's. */
  readonly moved: readonly (keyof EditFields)[];
}

/** Rebases an edit from the values it was made on onto the host's current ones. */
export function rebaseEdit(seen: EditFields, typed: Partial<EditFields>, now: EditFields): RebasedEdit {
  const asked = { ...seen, ...typed };
  const touched = (["notes", "isActive"] as const).filter((name) => !isSameField(name, asked, seen));
  const left: Partial<EditFields> = {
    ...(touched.includes("notes") ? { notes: asked.notes } : {}),
    ...(touched.includes("isActive") ? { isActive: asked.isActive } : {}),
  };
  return {
    fields: { ...now, ...left },
    typed: left,
    moved: touched.filter((name) => !isSameField(name, now, seen) && !isSameField(name, now, asked)),
  };
}

import type { GiftCardRate } from "../../data/use-gift-cards.ts";

/** What every edit sends, changed or not (GIFT-5). */
export interface EditFields {
  readonly notes: string;
  readonly isActive: boolean;
}

export const fieldsOf = (row: GiftCardRate): EditFields => ({ notes: row.notes ?? "", isActive: row.isActive !== false });

const isSameField = (name: keyof EditFields, a: EditFields, b: EditFields): boolean =>
  name === "notes" ? a.notes.trim() === b.notes.trim() : a[name] === b[name];

export interface RebasedEdit {
  /** What to send: the host's own value of a field that was not touched. */
  readonly fields: EditFields;
  /** What of the edit is left on top of the host's values. */
  readonly typed: Partial<EditFields>;
  /** The touched fields that somebody changed after `seen`, to something else than is asked for. */
  readonly moved: readonly (keyof EditFields)[];
}

/** An edit, made on what was seen, on top of what the host has now. */
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

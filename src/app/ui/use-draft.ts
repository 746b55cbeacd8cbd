import { useState } from "react";

/** Form draft before it is applied. A field follows its applied value when that changes elsewhere (a chip, the browser's back button). */
export function useDraft<D extends object>(applied: D): readonly [D, (draft: D) => void] {
  const [draft, setDraft] = useState(applied);
  const [known, setKnown] = useState(applied);
  const moved = (Object.keys(applied) as (keyof D)[]).filter((name) => applied[name] !== known[name]);
  if (moved.length > 0) {
    setKnown(applied);
    setDraft({ ...draft, ...Object.fromEntries(moved.map((name) => [name, applied[name]])) });
  }
  return [draft, setDraft];
}

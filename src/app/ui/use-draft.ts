import { useState } from "react";

/**
 * What a form holds before it is applied; it follows what is applied elsewhere, as by a chip or the browser's back
 * button. `key` stands for what is applied, where its identity may change without it.
 */
export function useDraft<D extends object>(applied: D, key: unknown = applied): readonly [D, (draft: D) => void] {
  const [draft, setDraft] = useState(applied);
  const [draftedFor, setDraftedFor] = useState(key);
  if (draftedFor !== key) {
    setDraftedFor(key);
    setDraft(applied);
  }
  return [draft, setDraft];
}

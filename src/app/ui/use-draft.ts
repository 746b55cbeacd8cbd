import { useState } from "react";

/**
 * Form draft before it is applied; resets when the applied value changes elsewhere (a chip, the browser's back button).
 * `key` identifies the applied value if its identity may change without it.
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

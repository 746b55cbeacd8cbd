import { useState } from "react";

/** What a form holds before it is applied; it follows what is applied elsewhere, as by a chip or the browser's back button. */
export function useDraft<D extends object>(applied: D): readonly [D, (draft: D) => void] {
  const [draft, setDraft] = useState(applied);
  const [draftedFor, setDraftedFor] = useState(applied);
  if (draftedFor !== applied) {
    setDraftedFor(applied);
    setDraft(applied);
  }
  return [draft, setDraft];
}

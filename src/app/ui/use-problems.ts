import { useState } from "react";
import { toast } from "./toast.ts";

/** Field errors of a form that validates itself. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Readonly<Partial<Record<Field, string | undefined>>>>();
  return {
    problemOf: (field: Field): string | undefined => problems?.[field],
    /** Sets the field errors and shows the first in a toast. Returns whether there are any. */
    say: (found: NonNullable<typeof problems>): boolean => {
      setProblems(found);
      const first = Object.values<string | undefined>(found).find((problem) => problem !== undefined);
      if (first !== undefined) toast({ tone: "failed", title: first });
      return first !== undefined;
    },
    /** Clears a changed field's error until the next check. */
    clear: (field: Field): void => setProblems((known) => known && { ...known, [field]: undefined }),
  };
}

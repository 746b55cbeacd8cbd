import { useState } from "react";
import { toast } from "./toast.ts";

/** What is said at the fields of a form that checks them itself. */
export function useProblems<Field extends string>() {
  const [problems, setProblems] = useState<Readonly<Partial<Record<Field, string | undefined>>>>();
  return {
    problemOf: (field: Field): string | undefined => problems?.[field],
    /** Says at each field what was found, and the first of it in a toast. Returns whether anything was. */
    say: (found: NonNullable<typeof problems>): boolean => {
      setProblems(found);
      const first = Object.values<string | undefined>(found).find((problem) => problem !== undefined);
      if (first !== undefined) toast({ tone: "failed", title: first });
      return first !== undefined;
    },
    /** A field that is changed has nothing wrong with it until it is checked again. */
    clear: (field: Field): void => setProblems((known) => known && { ...known, [field]: undefined }),
  };
}

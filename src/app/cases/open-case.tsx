import { Suspense } from "react";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useOpenCase } from "../data/use-cases.ts";
import { loadWords } from "../words/language.ts";

const CaseBar = lazyPart(async () => (await Promise.all([import("./case-bar.tsx"), loadWords(["cases"])]))[0].CaseBar);

/** The open case's bar; nothing if none is open. */
export function OpenCase() {
  const open = useOpenCase();
  return open ? (
    <Suspense fallback={null}>
      <CaseBar open={open} />
    </Suspense>
  ) : null;
}

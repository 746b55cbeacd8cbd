import { lazyPart } from "../ui/lazy-part.tsx";
import { useOpenCase } from "../data/use-cases.ts";

const CaseBar = lazyPart(async () => (await import("./case-bar.tsx")).CaseBar, { words: ["cases"] });

/** The open case's bar; nothing if none is open. */
export function OpenCase() {
  const open = useOpenCase();
  return open ? <CaseBar open={open} /> : null;
}

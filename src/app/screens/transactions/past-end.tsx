import { Suspense } from "react";
import { loadWords } from "../../words/language.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const PastEndLine = lazyPart(async () => (await Promise.all([import("./past-end-line.tsx"), loadWords(["activity"])]))[0].PastEndLine);

/** Where the host's rows begin, if it has put older ones away (host epoch ms). */
export const PastEnd = ({ at }: { at: number | undefined }) =>
  at === undefined ? null : (
    <Suspense fallback={null}>
      <PastEndLine at={at} />
    </Suspense>
  );

import { lazyPart } from "../../ui/lazy-part.tsx";

const PastEndLine = lazyPart(async () => (await import("./past-end-line.tsx")).PastEndLine, { words: ["activity"] });

/** Where the host's rows begin, if it has put older ones away (host epoch ms). */
export const PastEnd = ({ at }: { at: number | undefined }) => (at === undefined ? null : <PastEndLine at={at} />);

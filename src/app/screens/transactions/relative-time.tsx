import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";

/** How long ago, with the time and its zone in the title. */
export function RelativeTime({ at }: { at: number }) {
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.full(at)}>
      {format.relative(at, now)}
    </time>
  );
}

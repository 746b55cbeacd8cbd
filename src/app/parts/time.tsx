import { useFormat, useSecondFormat } from "../format/use-format.ts";
import { useNow } from "../format/use-now.ts";
import { useSettings } from "../state/settings.ts";

/** Ages are told below this, in ms. */
const weekMs = 7 * 86_400_000;
/** What is ahead by less, in ms, is ahead of the page's clock, which moves in steps: it is now. */
const stepMs = 60_000;

/**
 * When something in a list was (epoch ms): how long ago, or its date and clock, as the admin has chosen (FIND-9) or it is
 * a week ago. The whole time stands in the title.
 */
export function Time({ at }: { at: number }) {
  const format = useFormat();
  const second = useSecondFormat();
  const now = useNow();
  const { absoluteTimes } = useSettings();
  return (
    <time dateTime={new Date(at).toISOString()} title={[format.full(at), second?.full(at)].filter(Boolean).join(" · ")}>
      {absoluteTimes || Math.abs(now - at) >= weekMs
        ? format.minute(at, now)
        : format.relative(at - now < stepMs ? Math.min(at, now) : at, now)}
    </time>
  );
}

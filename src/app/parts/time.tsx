import { useFormat, useSecondFormat } from "../format/use-format.ts";
import { useNow } from "../format/use-now.ts";
import { hostClockOffset } from "../../sync/state/session-store.ts";
import { useSettings } from "../state/settings.ts";

/** Show relative times below this age, in ms. */
const weekMs = 7 * 86_400_000;

/**
 * Time of a list item (epoch ms): relative, or date and time if the admin prefers that (FIND-9) or it is over a week
 * ago. The full time is in the title. `byDevice`: by this device's clock, not the host's.
 */
export function Time({ at, byDevice }: { at: number; byDevice?: boolean }) {
  const format = useFormat();
  const second = useSecondFormat();
  const now = useNow() + (byDevice ? 0 : hostClockOffset());
  const { absoluteTimes } = useSettings();
  return (
    <time dateTime={new Date(at).toISOString()} title={[format.full(at), second?.full(at)].filter(Boolean).join(" · ")}>
      {absoluteTimes || Math.abs(now - at) >= weekMs ? format.minute(at, now) : format.ago(at, now)}
    </time>
  );
}

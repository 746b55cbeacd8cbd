import { useMemo } from "react";
import { type Format, useFormat, useSecondFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { hostClockOffset } from "../../../sync/state/session-store.ts";
import { cityOf, useSettings } from "../../state/settings.ts";

const dayMs = 86_400_000;

/** Texts and formats shared by all rows: a row appearing in a fast scroll has no time to look them up. */
export interface RowWords {
  readonly t: Translate<readonly ["transactions", "common"]>;
  readonly format: Format;
  /** Reference for relative times (host epoch ms). */
  readonly now: number;
  /** A row's time (epoch ms), in the form the admin chose (FIND-9). */
  readonly when: (at: number) => string;
  /** The time in the second zone, if absolute times show one. */
  readonly beside: ((at: number) => string) | undefined;
  /** The full time, for a title. */
  readonly whole: (at: number) => string;
  readonly none: string;
  readonly copyReference: string;
  readonly referenceCopied: string;
  readonly copyFailed: string;
}

/** Row texts, once for the whole list; they change with the language, the time zone and the time. */
export function useRowWords(): RowWords {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const second = useSecondFormat();
  const now = useNow() + hostClockOffset();
  const { absoluteTimes, secondZone } = useSettings();
  return useMemo(
    () => ({
      t,
      format,
      now,
      when: (at) => (absoluteTimes ? format.minute : format.ago)(at, now),
      beside:
        absoluteTimes && second
          ? // If the day differs from the first zone's, show it, even if it is today there.
            (at) => ` · ${second.minute(at, second.date(at) === format.date(at) ? at : at + 2 * dayMs)} ${cityOf(secondZone)}`
          : undefined,
      whole: (at) => (second ? `${format.full(at)} · ${second.full(at)}` : format.full(at)),
      none: t("common:none"),
      copyReference: t("common:copyThing", { what: t("row.reference") }),
      referenceCopied: t("row.referenceCopied"),
      copyFailed: t("common:copyFailed"),
    }),
    [t, format, second, now, absoluteTimes, secondZone],
  );
}

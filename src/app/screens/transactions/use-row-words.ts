import { useMemo } from "react";
import { type Format, useFormat, useSecondFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { cityOf, useSettings } from "../../state/settings.ts";

const dayMs = 86_400_000;

/** What every row of the list says: a row that comes into sight in a fast scroll has no time to ask for its words. */
export interface RowWords {
  readonly t: Translate<readonly ["transactions", "common"]>;
  readonly format: Format;
  /** Relative times count from here (epoch ms). */
  readonly now: number;
  /** When a row was (epoch ms), as the admin has times shown (FIND-9). */
  readonly when: (at: number) => string;
  /** The same in the second zone, where absolute times have one beside them. */
  readonly beside: ((at: number) => string) | undefined;
  /** All of it, for a title. */
  readonly whole: (at: number) => string;
  readonly none: string;
  readonly copyReference: string;
  readonly referenceCopied: string;
  readonly copyFailed: string;
}

/** The words of the rows, once for the whole list; they change with the language, the time zone and the time. */
export function useRowWords(): RowWords {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const second = useSecondFormat();
  const now = useNow();
  const { absoluteTimes, secondZone } = useSettings();
  return useMemo(
    () => ({
      t,
      format,
      now,
      when: (at) => (absoluteTimes ? format.minute : format.relative)(at, now),
      beside:
        absoluteTimes && second
          ? // On another day than the first's, its day is said, whatever day it is there now.
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

import { useMemo } from "react";
import { type Format, useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import type { Translate } from "../../i18n/keys.ts";
import { useTranslation } from "../../i18n/use-translation.ts";

/** What every row of the list says: a row that comes into sight in a fast scroll has no time to ask for its words. */
export interface RowWords {
  readonly t: Translate<readonly ["transactions", "common"]>;
  readonly format: Format;
  /** Relative times count from here (epoch ms). */
  readonly now: number;
  readonly none: string;
  readonly copyReference: string;
  readonly referenceCopied: string;
  readonly copyFailed: string;
}

/** The words of the rows, once for the whole list; they change with the language, the time zone and the time. */
export function useRowWords(): RowWords {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  return useMemo(
    () => ({
      t,
      format,
      now,
      none: t("common:none"),
      copyReference: t("common:copyThing", { what: t("row.reference") }),
      referenceCopied: t("row.referenceCopied"),
      copyFailed: t("common:copyFailed"),
    }),
    [t, format, now],
  );
}

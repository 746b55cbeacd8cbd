import { useLiveQuery } from "../../data/use-live-query.ts";
import { useEffect, useRef } from "react";
import { keepTexts, readNextSight } from "../../../db/first-sight/next-sight.ts";
import { useSync } from "../../data/sync-context.ts";
import { textsAhead } from "./format-ahead.ts";
import { seenLines } from "../../data/seen.ts";
import { useFormat } from "../../format/use-format.ts";
import { localeOf } from "../../words/language.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useTimeZone } from "../../state/settings.ts";

/** Debounce of writes, in ms. */
const writeAfterMs = 2000;

/** Stores the formatted texts for the next start's first sight, so it need not create formats. Renders nothing. */
export function KeepFormatted() {
  const { db } = useSync();
  const format = useFormat();
  const locale = localeOf(useTranslation().language);
  const timeZone = useTimeZone();
  // Only an optimisation: read and write errors are ignored.
  const next = useLiveQuery(() => readNextSight(db, seenLines).catch(() => undefined), [db]);
  const written = useRef("");
  useEffect(() => {
    if (!next) return;
    const write = (): void => {
      const texts = textsAhead(format, next, Date.now());
      const record = { browser: navigator.userAgent, locale, timeZone, texts };
      const text = JSON.stringify(record);
      if (text === written.current) return;
      written.current = text;
      keepTexts(db, record).catch(() => {});
    };
    const timer = setTimeout(write, writeAfterMs);
    return () => clearTimeout(timer);
  }, [db, format, locale, timeZone, next]);
  return null;
}

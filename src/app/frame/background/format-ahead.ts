import type { NextSight } from "../../../db/first-sight/next-sight.ts";
import { type FormattedTexts, noteFormatted } from "../../format/formatted.ts";
import type { Format } from "../../format/use-format.ts";
import { wholeAmount } from "../../format/whole-amount.ts";

const hourMs = 3_600_000;
/** Step of the cached clock texts, common to every zone (times.ts). */
const stepMs = hourMs / 4;
const dayMs = 24 * hourMs;
/** How far ahead texts are formatted; a later start formats its own. */
const aheadMs = 3 * dayMs;
/** Units of relative times, and how many of each make the next. */
const spans = [
  { ms: 1000, count: 60 },
  { ms: 60_000, count: 60 },
  { ms: hourMs, count: 24 },
  { ms: dayMs, count: 7 },
];

function formatAll(format: Format, { window, analytics, userTotal, synced }: NextSight, now: number): void {
  for (const { ms, count } of spans) for (let passed = 0; passed < count; passed += 1) format.relative(now - passed * ms, now);
  for (let at = now; at < now + aheadMs; at += stepMs) format.minute(at, at);
  const { items } = window;
  const moments = [
    synced,
    analytics?.asOf,
    window.asOf,
    window.headAsOf,
    ...items.flatMap((item) => (item?.is === "gap" ? [item.from, item.to] : [])),
  ];
  for (const at of moments) {
    if (at === undefined) continue;
    format.minute(at, at);
    // As shown on any other day.
    format.minute(at, at + 2 * dayMs);
  }
  for (const item of items) {
    if (item?.is !== "row") continue;
    const { at, amount } = item.row;
    format.full(at);
    format.minute(at, at);
    format.minute(at, at + 2 * dayMs);
    // From one week on it is a date.
    format.relative(at, at + 7 * dayMs);
    if (typeof amount !== "string") continue;
    format.signed(amount);
    wholeAmount(format, amount, undefined);
  }
  const figures = analytics?.figures;
  const overview = figures?.chatbotTrades?.overview;
  for (const count of [figures?.users?.total, userTotal, overview?.total, overview?.completed, overview?.pending])
    if (count !== undefined && count !== null) format.number(String(count));
  const volume = figures?.transactionVolume;
  if (volume !== undefined && volume !== null) format.wholeDollars(String(volume));
}

/** All texts a first sight may show from now (epoch ms) on, until the cache changes. */
export function textsAhead(format: Format, next: NextSight, now: number): FormattedTexts {
  const texts: Record<string, string> = {};
  noteFormatted((key, text) => {
    texts[key] = text;
  });
  try {
    formatAll(format, next, now);
  } finally {
    noteFormatted(undefined);
  }
  return texts;
}

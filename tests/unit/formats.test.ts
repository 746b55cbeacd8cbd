import { afterEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { analytics } from "../../src/contract/analytics.ts";
import { transaction } from "../../src/contract/transactions.ts";
import type { NextSight } from "../../src/db/first-sight/next-sight.ts";
import { textsAhead } from "../../src/app/frame/background/format-ahead.ts";
import { amountFormats } from "../../src/app/format/amounts.ts";
import { keepFormatted } from "../../src/app/format/formatted.ts";
import { wholeAmount } from "../../src/app/format/whole-amount.ts";
import { timeFormats } from "../../src/app/format/times.ts";

/** Replaces every kind of space with a plain one; which kind a locale uses depends on the engine's data. */
const plain = (text: string): string => text.replaceAll(/\s/gu, " ");

const at = new Date("2026-03-08T20:30:00Z");

test("[SET-1] figures are written as the language writes them, digit by digit", () => {
  const long = "123456789012345678.123456789012345678";
  expect(amountFormats("en-US").exact(long)).toBe("123,456,789,012,345,678.123456789012345678");
  expect(plain(amountFormats("fr").exact(long))).toBe("123 456 789 012 345 678,123456789012345678");
  expect(amountFormats("es").exact(long)).toBe("123.456.789.012.345.678,123456789012345678");
});

test("[DASH-3, SET-1] the whole of a cut amount is written as the language writes it, as what is shown is", () => {
  const whole = (locale: string, value: string | null) => wholeAmount(amountFormats(locale), value, "BTC");
  expect(whole("en-US", "-1234.123456789")).toBe("-1,234.123456789 BTC");
  expect([whole("es", "1.123456789"), whole("fr", "1.123456789")]).toEqual(["1,123456789 BTC", "1,123456789 BTC"]);
  expect([whole("es", "1.12345678"), whole("es", "1"), whole("es", null)]).toEqual([undefined, undefined, undefined]);
});

test("[DASH-3, DASH-1] an amount that no double holds keeps all its digits wherever it is shown", () => {
  const value = "90071992547409931.12345678";
  const { signed, amount, dollars, naira, percent, number, wholeDollars } = amountFormats("en-US");
  const shown = "90,071,992,547,409,931.12345678";
  expect([signed(value), signed(`-${value}`), amount(value)]).toEqual([`+${shown}`, `-${shown}`, shown]);
  expect([dollars(value), naira(value), percent(value), number(value)]).toEqual([`$${shown}`, `₦${shown}`, `${shown}%`, shown]);
  expect(wholeDollars(value)).toBe("$90,071,992,547,409,931");
});

test.each([
  ["0.000000000000000000000001", "0.000000000000000000000001"],
  ["0.0000000049", "0.0000000049"],
  ["0.00000000012345678901234567890123", "0.000000000123456789012345678901"],
])("[DASH-3] an amount of many decimals, %s, doesn't read as zero", (value, shown) => {
  const { signed, amount, naira, dollars, percent, number } = amountFormats("en-US");
  expect([signed(value), signed(`-${value}`), amount(value)]).toEqual([`+${shown}`, `-${shown}`, shown]);
  expect([naira(value), dollars(value), percent(value), number(value)]).toEqual([`₦${shown}`, `$${shown}`, `${shown}%`, shown]);
});

test("[SET-1] money stands with its sign where the language puts it", () => {
  const [en, es, fr] = [amountFormats("en-US"), amountFormats("es"), amountFormats("fr")];
  expect([en.naira("15200.5"), plain(es.naira("15200.5")), plain(fr.naira("15200.5"))]).toEqual([
    "₦15,200.50",
    "15.200,50 ₦",
    "15 200,50 ₦",
  ]);
  expect([en.dollars("2.5"), plain(es.dollars("2.5")), plain(fr.dollars("2.5"))]).toEqual(["$2.50", "2,50 $", "2,50 $"]);
  expect([en.percent("1.5"), plain(es.percent("1.5")), plain(fr.percent("1.5"))]).toEqual(["1.5%", "1,5 %", "1,5 %"]);
  expect([en.wholeDollars("1234567.8"), plain(fr.wholeDollars("1234567.8"))]).toEqual(["$1,234,568", "1 234 568 $"]);
  expect(fr.naira("no number")).toContain("no number");
});

test.each(["en-US", "es", "fr"])("[SET-1] money below zero reads in %s as the browser writes it", (locale) => {
  const own = amountFormats(locale);
  const decimals = { minimumFractionDigits: 2, maximumFractionDigits: 8 };
  for (const [name, currency] of [
    ["dollars", "USD"],
    ["naira", "NGN"],
  ] as const) {
    const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol", ...decimals });
    for (const value of ["-1.045", "-0.00000001", "-15200.5", "-1234567"] as const)
      expect(plain(own[name](value)), value).toBe(plain(format.format(value)));
  }
});

test.each([
  ["UTC", "20:30:00"],
  // Daylight saving began that morning.
  ["America/New_York", "16:30:00"],
  ["America/Los_Angeles", "13:30:00"],
])("[SET-1] a moment in %s reads %s", (zone, clock) => {
  expect(timeFormats("en-US", zone).clock(at)).toBe(clock);
});

test("[SET-1] dates are written in the language", () => {
  expect(timeFormats("en-US", "UTC").date(at)).toBe("Mar 8, 2026");
  expect(timeFormats("fr", "UTC").date(at)).toBe("8 mars 2026");
  expect(timeFormats("es", "UTC").date(at)).toBe("8 mar 2026");
});

test("[SET-1] a zone says the offset that is in force", () => {
  const said = (zone: string) => ["2026-01-15", "2026-07-15"].map((day) => timeFormats("en-US", zone).zoneAt(new Date(day)));
  expect(said("UTC")).toEqual(["UTC", "UTC"]);
  expect(said("America/New_York")).toEqual(["America/New_York (GMT-5)", "America/New_York (GMT-4)"]);
  expect(said("America/Los_Angeles")).toEqual(["America/Los_Angeles (GMT-8)", "America/Los_Angeles (GMT-7)"]);
});

const zones = ["UTC", "America/New_York", "America/Los_Angeles"];
const locales = ["en-US", "es", "fr"];

test.each(zones.flatMap((zone) => locales.map((locale) => [locale, zone] as const)))(
  "[SET-1] in %s and %s every minute of the days that the clocks change reads as the browser writes it",
  (locale, zone) => {
    const own = timeFormats(locale, zone);
    const as = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    const [date, time, minute] = [as({ dateStyle: "medium" }), as({ ...clock, second: "2-digit" }), as(clock)];
    const dayMinute = as({ ...clock, month: "short", day: "numeric" });
    for (const day of ["2026-03-08", "2026-11-01", "2026-12-31"]) {
      const start = Date.parse(day);
      for (let moment = start; moment < start + 36 * 3_600_000; moment += 61_000) {
        expect([own.date(moment), own.clock(moment), own.minute(moment, moment), own.minute(moment, moment + 49 * 3_600_000)]).toEqual([
          date.format(moment),
          time.format(moment),
          minute.format(moment),
          dayMinute.format(moment),
        ]);
      }
    }
  },
);

afterEach(() => {
  keepFormatted({});
  vi.unstubAllGlobals();
});

/** A dashboard's two rows below a gap, fetched some minutes ago. */
function shownAt(now: number): NextSight {
  const rows = ["1234.5", "-0.00000001", null].map((amount, index) => {
    // Some are beyond the range of relative times.
    const at = now - (index * 6 + 1) * 86_400_000;
    return {
      is: "row",
      key: `${index}`,
      row: { ...v.parse(transaction, { id: `${index}`, createdAt: at, amount }), at, seenAt: now },
    } as const;
  });
  const gap = { is: "gap", key: "gap", from: now - 3 * 60_000, to: now - 4 * 60_000 } as const;
  const window = {
    length: 4,
    rows: 3,
    start: 0,
    items: [gap, ...rows],
    places: [],
    atEnd: true,
    pastEnds: undefined,
    never: false,
    gaps: 1,
  };
  return {
    window: { ...window, firstGap: undefined, headAsOf: now - 7 * 60_000, asOf: now - 10 * 60_000 },
    analytics: {
      asOf: now - 5 * 60_000,
      figures: v.parse(analytics, {
        users: { total: 1200 },
        chatbotTrades: { overview: { total: 3400, completed: 3300, pending: 100 } },
        transactionVolume: "9876543.2",
      }),
    },
    userTotal: 1201,
    synced: now - 60_000,
  };
}

test.each(zones.flatMap((zone) => locales.map((locale) => [locale, zone] as const)))(
  "[SYNC-1, SET-1] in %s and %s a start within three days writes what is cached as the formats did, and makes none",
  (locale, zone) => {
    const formats = () => ({ ...amountFormats(locale), ...timeFormats(locale, zone) });
    const now = Date.parse("2026-10-30T23:12:04Z");
    const shown = shownAt(now);
    const sayAll = (later: number): readonly string[] => {
      const format = formats();
      const { window, analytics: figures } = shown;
      const moments = [shown.synced, figures?.asOf ?? 0, window.headAsOf ?? 0, window.asOf ?? 0, now - 3 * 60_000, now - 4 * 60_000, later];
      return [
        ...moments.map((moment) => format.minute(moment, later)),
        ...[1, 7, 13].flatMap((days) => [format.relative(now - days * 86_400_000, later), format.full(now - days * 86_400_000)]),
        ...["1234.5", "-0.00000001"].map(format.signed),
        ...["1200", "1201", "3400", "3300", "100"].map(format.number),
        format.wholeDollars("9876543.2"),
      ];
    };
    const starts = [0, 7000, 50 * 60_000, 9 * 3_600_000, 71 * 3_600_000].map((passed) => now + passed);
    const expected = starts.map(sayAll);
    const texts = textsAhead(formats(), shown, now);
    const refuse = vi.fn(function refuse() {
      throw new Error("a format was made");
    });
    vi.stubGlobal("Intl", { NumberFormat: refuse, DateTimeFormat: refuse, RelativeTimeFormat: refuse, PluralRules: refuse });
    expect(() => sayAll(now)).toThrow("a format was made");
    keepFormatted(texts);
    expect(starts.map(sayAll)).toEqual(expected);
  },
);

test.each([
  ["-0.000000000001", "-0.000000000001", "-0,000000000001"],
  ["0.000000000001", "+0.000000000001", "+0,000000000001"],
  ["-0.0000000000125", "-0.0000000000125", "-0,0000000000125"],
  ["0.000000006", "+0.00000001", "+0,00000001"],
  ["-0.000000004", "-0.000000004", "-0,000000004"],
  ["0", "0.00", "0,00"],
  ["-0.000000000000", "0.00", "0,00"],
])("[DASH-3] %s shows its sign, and as many digits as it takes to be seen", (value, english, french) => {
  expect([amountFormats("en-US").signed(value), plain(amountFormats("fr").signed(value))]).toEqual([english, french]);
});

test("[RATE-1, WALL-2] amounts next to nothing are seen in every unit", () => {
  const format = amountFormats("en-US");
  expect([
    format.amount("0.0000000001"),
    format.naira("-0.0000000001"),
    format.dollars("0.0000000001"),
    format.percent("0.0000000001"),
  ]).toEqual(["0.0000000001", "-₦0.0000000001", "$0.0000000001", "0.0000000001%"]);
});

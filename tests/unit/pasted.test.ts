import fc from "fast-check";
import { expect, test } from "vitest";
import { validPhoneKey } from "../../src/contract/phones.ts";
import { pastedAtMost, readPasted } from "../../src/db/search/pasted.ts";

const read = (text: string, cached: readonly string[] = []) =>
  readPasted(text, {
    namesAmong: (texts) => new Set(cached.filter((one) => texts.has(one))),
    phoneKey: (one) => validPhoneKey(one, "NG"),
  });
const named = (text: string, cached?: readonly string[]) => read(text, cached).items.map((item) => `${item.kind} ${item.key}`);

test.each([
  ["Ref: X-2041, please", "name X-2041"],
  ["« réf : TX-00017 ».", "name TX-00017"],
  ["• `CF-20261103-7781`", "name CF-20261103-7781"],
  ["3) TX-00017", "name TX-00017"],
  ['"TX-00017","2026-11-03","50,000.00","PENDING"', "name TX-00017"],
  ["<mailto:Ada.Obi@Example.com?subject=money>", "email ada.obi@example.com"],
  ["Ada Obi <ada@example.com>;", "email ada@example.com"],
  ["call me on 0801 234 5678.", "phone +2348012345678"],
  ["tel:+234-801-234-5678", "phone +2348012345678"],
  ["2348012345678", "phone +2348012345678"],
  ["2348012345678.0", "phone +2348012345678"],
  ["Ref: 8031234567", "name 8031234567"],
  ["txn 9012345678", "phone +2349012345678"],
  ["txn id=9012345678", "name 9012345678"],
  ["tel: 8031234567", "phone +2348031234567"],
  ["No. 8031234567", "phone +2348031234567"],
  ["8012345678\t₦5,000", "phone +2348012345678"],
  ["0x52908400098527886E0F7030069857D2E4169EE7", "address 0x52908400098527886e0f7030069857d2e4169ee7"],
  ["wallet: TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE", "address tqn9y2kheslJW1chvwfmsmerdow5kcblse".toLowerCase()],
  ["https://desk.example/transactions/tx%2F9?currency=BTC", "name tx/9"],
  ["https://desk.example/user-management/summary?email=ada+x@example.com", "email ada+x@example.com"],
  ["9f86d081-884c-7d65-9a2f-eaa0c55ad015", "name 9f86d081-884c-7d65-9a2f-eaa0c55ad015"],
  ["T\u200BX\u2060-00017", "name TX-00017"],
])("[FIND-4] in %j stands %s", (text, item) => {
  expect(named(text)).toEqual([item]);
});

test.each([
  "my money did not arrive since 14:02 on 2026-11-03, about ₦50,000.00 or 0.25BTC",
  "Level3 is 24-hour, 3rd of 5 at 50%",
  "Nov-21 5pm 10k",
])("[FIND-4] nothing stands in %j", (text) => {
  expect(named(text)).toEqual([]);
});

test.each([
  "+ 1 809 555 1234",
  "[+1] 809 555 1234",
  "(+1) 809 555 1234",
  "++1 809 555 1234",
  "+1 / 809 555 1234",
  "+1, 809 555 1234",
  "+1: 809 555 1234",
  "+1\t8095551234",
  '"+1";"8095551234"',
  "US+1 809 555 1234",
])("[FIND-4] %j is a number of the country whose code stands apart", (text) => {
  expect(named(text)).toEqual(["phone +18095551234"]);
});

test.each(["1 809 555 1234", "1 (809) 555-1234", "1 809-555-1234", "+ 44 803 123 4567", "+ 44 (803) 123 4567"])(
  "[FIND-4] %j is no number of this country without its first figures",
  (text) => {
    expect([named(text), read(text).unread]).toEqual([[], [text]]);
  },
);

test.each([
  "1 0803 123 4567",
  "1 234 803 123 4567",
  "1 +234 803 123 4567",
  "2 8031234567",
  "+234 / 803 123 4567",
  "+5, 0803 123 4567",
  "+1,500.00 803 123 4567",
])("[FIND-4] %j holds a whole number of this country", (text) => {
  expect(named(text)).toEqual(["phone +2348031234567"]);
});

test("[FIND-4] a reference with a plus stays one", () => {
  expect(named("INV+12/2026\nREF+12345 500")).toEqual(["name INV+12/2026", "name REF+12345"]);
});

test("[FIND-4] what has no form of its own is found where it is cached, spaces and all, also in prose", () => {
  expect(named("please see SALARY MAY\nand look at tx9 today", ["SALARY MAY", "tx9", "today's"])).toEqual(["name tx9"]);
  expect(named("SALARY MAY\t5000", ["SALARY MAY"])).toEqual(["name SALARY MAY"]);
  expect(named("(tx9_)", ["tx9_"])).toEqual(["name tx9_"]);
});

test("[FIND-4] doubles count once, and are counted; so do other spellings of an email or a phone number", () => {
  const { items } = read("TX-00017 TX-00017\nAda@example.com; ada@EXAMPLE.com\n08012345678, +234 801 234 5678, TX-00017");
  expect(items.map(({ text, times }) => [text, times])).toEqual([
    ["TX-00017", 3],
    ["Ada@example.com", 2],
    ["08012345678", 2],
  ]);
});

test("[FIND-4] above 5,000 the rest is left out, and counted without its doubles", () => {
  const ids = Array.from({ length: pastedAtMost + 7 }, (_, n) => `TX-${String(n).padStart(6, "0")}`);
  const { items, leftOut } = read([...ids, ...ids.slice(-3)].join("\n"));
  expect([items.length, leftOut]).toEqual([5000, 7]);
});

test("[FIND-4] lines from which nothing was taken are named, but for those without a letter or a figure", () => {
  const text = "id\tamount\n100001\t5.00\n100002\t6.00\n\n----\nTX123😀456\nTX-00017 paid";
  expect(read(text, ["100001"]).unread).toEqual(["id amount", "100002 6.00", "TX123😀456"]);
  expect(read("TX-00017\nTX-00017").unread).toEqual([]);
});

test("[FIND-4] an id may hold a percent sign or a backslash, and a cached one whatever divides cells", () => {
  expect(named("TX%2F100\nAB\\1001")).toEqual(["name TX%2F100", "name AB\\1001"]);
  expect(named("A|1001\nA;B 2", ["A|1001", "A;B 2"])).toEqual(["name A|1001", "name A;B 2"]);
});

/** A text as pasted, and the key under which it must be found. */
type Pasted = readonly [text: string, kind: string, key: string];

const chars = (from: string, min: number, max = min) =>
  fc.array(fc.constantFrom(...from.split("")), { minLength: min, maxLength: max }).map((all) => all.join(""));
const digits = (length: number) => chars("0123456789", length);
const hex = (length: number) => chars("0123456789abcdef", length);
const same =
  (kind: string) =>
  (text: string): Pasted => [text, kind, kind === "address" ? text.toLowerCase() : text];
const ids = fc.oneof(
  fc.uuid().map(same("name")),
  hex(24).map(same("name")),
  fc.tuple(fc.constantFrom("TX-", "CF-", "ref_", "INV/2026/", "GC"), digits(5)).map(([head, tail]) => same("name")(head + tail)),
  fc.tuple(digits(8), chars("ABCDEFGHJK", 8)).map(([n, tail]) => same("name")(`REF-${n}-${tail}`)),
);
const emails = fc
  .tuple(
    chars("abcdefgh", 2, 8),
    fc.constantFrom("", ".obi", "+desk", "_9"),
    fc.constantFrom("example.com", "mail.example.ng", "EXAMPLE.org"),
  )
  .map(([head, tail, domain]): Pasted => [`${head}${tail}@${domain}`, "email", `${head}${tail}@${domain.toLowerCase()}`]);
const phones = fc
  .tuple(
    fc.constantFrom("801", "803", "705", "816", "902"),
    digits(3),
    digits(4),
    fc.constantFrom("+234 a b c", "+234abc", "0abc", "0a b c", "234abc", "(0a) b-c", "0a-b-c"),
  )
  .map(([a, b, c, form]): Pasted => [form.replace("a", a).replace("b", b).replace("c", c), "phone", `+234${a}${b}${c}`]);
const addresses = fc.oneof(
  hex(40).map((tail) => same("address")(`0x${tail}`)),
  chars("023456789acdefghjklmnpqrstuvwxyz", 38).map((tail) => same("address")(`bc1q1${tail}`)),
  chars("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 31).map((tail) => same("address")(`T9x${tail}`)),
);
const item = fc.oneof({ weight: 4, arbitrary: ids }, emails, phones, addresses);

const dressed = item.chain((pasted) =>
  fc
    .tuple(
      fc.constantFrom(
        ["", ""],
        ['"', '"'],
        ["'", "'"],
        ["(", ")"],
        ["[", "]"],
        ["<", ">"],
        ["«", "»"],
        ["“", "”"],
        ["*", "*"],
        ["`", "`"],
        ["", "."],
        ["", "!"],
        ["", ":"],
      ),
      fc.constantFrom("", "• ", "- ", "1. ", "Ref: ", "ID = ", "mailto:", "txn #", "référence : "),
      fc.constantFrom("", "\u200B", "\u00AD", "\uFEFF"),
    )
    .map(([[before = "", after = ""], front, unseen]) => {
      const [text, kind] = pasted;
      // A label in front of a number marks it as an id.
      const label = kind === "email" ? front : front === "mailto:" ? "" : front;
      const isName = kind === "phone" && /^\d+$/.test(text) && /^(?:Ref|ID|txn|référence)/.test(label);
      const middle = Math.floor(text.length / 2);
      return {
        shown: `${label}${before}${text.slice(0, middle)}${unseen}${text.slice(middle)}${after}`,
        pasted: isName ? same("name")(text) : pasted,
      };
    }),
);
const prose = fc.constantFrom(
  "Hello, my money did not arrive",
  "please check by 14:02 on 03/11/2026",
  "₦50,000.00",
  "PENDING",
  "0.25 BTC",
  "thanks!",
  "5pm",
  "2026-11-03",
  "Nov-21",
  "12,5 %",
);
/** Lines as from a sheet, a chat or an e-mail, with plausible text between the keys. */
const paste = fc.array(fc.oneof({ weight: 3, arbitrary: dressed }, prose), { minLength: 1, maxLength: 30 }).chain((parts) =>
  fc
    .array(fc.constantFrom("\n", "\r\n", "\t", ", ", "; ", " | ", " and ", "\n\n> "), { minLength: parts.length, maxLength: parts.length })
    .map((breaks) => ({
      text: parts.map((part, place) => (typeof part === "string" ? part : part.shown) + (breaks[place] ?? "")).join(""),
      meant: parts.flatMap((part) => (typeof part === "string" ? [] : [part.pasted])),
    })),
);

const runs = Number(process.env["PASTES"] ?? 300);

test(
  `[FIND-4] in ${runs} generated pastes every id, email, number and address is found, and nothing else`,
  () => {
    fc.assert(
      fc.property(paste, ({ text, meant }) => {
        expect(new Set(named(text))).toEqual(new Set(meant.map(([, kind, key]) => `${kind} ${key}`)));
      }),
      { numRuns: runs },
    );
  },
  60_000 + runs * 60,
);

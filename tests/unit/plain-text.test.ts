import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { asciiEmail, emailKey } from "../../src/contract/emails.ts";
import { unicodeEmail } from "../../src/contract/idn.ts";
import { phoneForms, phoneKey } from "../../src/contract/phones.ts";
import { email, oneOf, word } from "../../src/contract/scalars.ts";
import { plainText } from "../../src/contract/text.ts";
import { phoneDigits, userLines } from "../../src/contract/user-lines.ts";
import { mayBePhone, userTerms } from "../../src/contract/user-terms.ts";
import { config } from "../../src/contract/config.ts";

const unseen = ["\u200b", "\u200d", "\ufeff", "\u00ad", "\u200e", "\u202a", "\u202c", "\u2066", "\u2069", "\u2060", "\u034f", "\u061c"];
const blanks = [" ", "\u00a0", "\u202f", "\u2009", "\u3000", "\u2028", "\t", "\r\n"];
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc
    .array(fc.constantFrom(...unseen, ...blanks, "e", "\u0301", "\u0323", "Å", "ẹ", "x", "7"), { maxLength: 20 })
    .map((part) => part.join("")),
);

describe("text that stands for something", () => {
  test("[USER-2, DASH-7] of 10,000 texts each is read once and for all: NFC, nothing unseen, single ordinary spaces inside", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const plain = plainText(text);
        expect(plainText(plain)).toBe(plain);
        expect(plain.normalize("NFC")).toBe(plain);
        for (const mark of unseen) expect(plain).not.toContain(mark);
        expect(plain).not.toMatch(/^\s|\s$|\s\s|[^\S ]/);
      }),
      { numRuns: 10_000 },
    );
  });

  test("[HOST-4] of marks in a row 30 are kept: a megabyte of them keeps no host busy", () => {
    const marks = "\u0301".repeat(300_000) + "\u0316".repeat(300_000);
    expect(plainText(`a${marks}b${marks}`)).toHaveLength(61);
    const vietnamese = "Nguye\u0302\u0303n";
    expect(plainText(vietnamese)).toBe(vietnamese.normalize("NFC"));
  });

  test("[USER-2, DASH-7] marks put anywhere, any kind of space and letters in parts change nothing", () => {
    const words = fc.constantFrom("rich@example.test", "000123456789012345678", "Adébáyọ̀ Ọ̀ṣọ́", "GOOGLE_PLAY", "ada obi");
    fc.assert(
      fc.property(words, fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...unseen))), fc.constantFrom(...blanks), (text, marks, blank) => {
        let hidden = text.normalize("NFD").replaceAll(" ", blank);
        for (const [at, mark] of marks) hidden = hidden.slice(0, at) + mark + hidden.slice(at);
        expect(plainText(`${blank}${hidden}${blank}`)).toBe(text.normalize("NFC"));
      }),
    );
  });

  test("[AUTH-3, TOOL-5] contracts take emails, names and enumerations through it, and a NUL stays for the host to refuse", () => {
    expect(v.parse(email, "\u202arich@example.test\u202c")).toBe("rich@example.test");
    expect(v.parse(oneOf(["XBOX", "NIKE"], "is not one"), "XBOX\u200b")).toBe("XBOX");
    expect(v.is(oneOf(["XBOX", "NIKE"], "is not one"), 7)).toBe(false);
    expect(v.is(word(20), "\u200b\u00a0")).toBe(false);
    expect(plainText("a\0b")).toBe("a\0b");
  });
});

describe("emails", () => {
  const label = fc
    .array(fc.constantFrom("ä", "ß", "é", "ж", "中", "文", "ọ", "a", "b", "7", "😀"), { minLength: 1, maxLength: 12 })
    .map((letters) => letters.join("").normalize("NFC"));

  test("[AUTH-7] a domain's ASCII form is read back as the letters that were typed", () => {
    expect(unicodeEmail("ada@xn--exmple-cua.com")).toBe("ada@exämple.com");
    expect(unicodeEmail("a@xn--fiqs8s.xn--p1ai")).toBe("a@中国.рф");
    fc.assert(
      fc.property(label, (name) => {
        const typed = `ada@x${name}.example`;
        const ascii = asciiEmail(typed);
        if (/^[ -~]*$/.test(ascii)) expect(unicodeEmail(ascii).normalize("NFC")).toBe(typed);
      }),
    );
  });

  test("[AUTH-7] what is no such form stays as it is, and every spelling of an address is the same one", () => {
    for (const text of ["ada@example.com", "ada@xn--zzz!.com", "xn--a", "ada", "@", "ada@xn--.com"]) expect(asciiEmail(text)).toBe(text);
    expect(unicodeEmail("ada@xn--zzz!.com")).toBe("ada@xn--zzz!.com");
    const keys = ["Ada@EXÄMPLE.com", "ada@exa\u0308mple.com", "\u200bada@xn--exmple-cua.com "].map(emailKey);
    expect(new Set(keys).size).toBe(1);
    expect(emailKey("ada@example.com")).not.toBe(emailKey("ada@exämple.com"));
  });
});

describe("phone numbers", () => {
  const spellings = [
    "+2348010000000",
    "\u202a+2348010000000\u202c",
    "+234 801 000 0000",
    "08010000000",
    "0801-000-0000",
    "(0801) 000 0000",
    "8010000000",
    "2348010000000",
    "002348010000000",
    "009 234 801 000 0000",
    "+234 (0) 801 000 0000",
    "٠٨٠١٠٠٠٠٠٠٠",
    "tel:+234-801-000-0000",
    "Tel: 0801 000 0000",
    "WhatsApp +234 801 000 0000",
    "'08010000000",
    '="08010000000"',
    "“0801 000 0000”,",
    "(+234) 801 000 0000",
    "[+234] 801 000 0000",
    "+ 234 801 000 0000",
    "++234 801 000 0000",
    "＋234 801 000 0000",
    "+(234) 801 000 0000",
    "[0801] 000 0000",
    "0801 000 0000 ext 5",
    "08010000000;ext=5",
    "08010000000 x5",
    "0801 000 0000 (WhatsApp)",
    "0801 000 0000 WhatsApp",
    "Mobile - 0801 000 0000",
    "Tel. No.: 0801 000 0000",
    "Téléphone : 0801 000 0000",
    "📞0801 000 0000",
    "• 0801 000 0000",
    "2348010000000.0",
  ];

  test.each(spellings)("[USER-2, TOOL-6] %s is one number, local or international, and finds every way of storing it", (typed) => {
    expect(mayBePhone(typed)).toBe(true);
    expect(phoneKey(typed, "NG")).toBe("+2348010000000");
    for (const stored of ["+2348010000000", "+234 801 000 0000", "08010000000", "0801 000 0000", "2348010000000", "+234 (0)801 000 0000"]) {
      const terms = userTerms(typed, phoneForms(typed, "NG"));
      expect(
        terms.some((term) => userLines(["ada", "ada@example.com"], stored).includes(term)),
        stored,
      ).toBe(true);
    }
  });

  test("[USER-2] the beginning of a number finds it in both forms, any part of one as it stands", () => {
    const isFound = (typed: string, stored: string) =>
      userTerms(typed, phoneForms(typed, "NG")).some((term) => userLines([], stored).includes(term));
    expect([isFound("0801", "+2348010000000"), isFound("+234801", "08010000000")]).toEqual([true, true]);
    expect(isFound("000000", "+2348010000000")).toBe(true);
    expect(isFound("user1234", "+2348010001234")).toBe(false);
    expect(["telly 0801", "hotel 8010", "tel:", "2.34801E+12", "Tel Aviv 8010"].map(mayBePhone)).toEqual(Array(5).fill(false));
    const others = ["mobile1234", "cell_8010", "#8010", "$5000", "@8010", "1234x5678", "0x12345678", "8010 (old)", "12-Nov 8010"];
    expect(others.filter(mayBePhone)).toEqual([]);
  });

  test("[CONF-1] the platform's country says what a local number is", () => {
    expect(phoneKey("020 7946 0958", "GB")).toBe("+442079460958");
    expect(phoneKey("08010000000", "GB")).not.toBe("+2348010000000");
    expect(phoneKey("+2348010000000", "GB")).toBe("+2348010000000");
    expect(phoneForms("08010000000", "ZZ")).toEqual([]);
    expect(v.parse(config, {}).phoneCountry).toBe("NG");
    expect(v.safeParse(config, { phoneCountry: "Nigeria" }).issues?.[0].message).toBe("must be a country's two capital letters");
  });

  test("[USER-2] digits are kept behind a plus or a trunk zero", () => {
    expect(["+234 801", "0801 0", "00234801", "801", "", "none"].map(phoneDigits)).toEqual(["+234801", "08010", "+234801", "+801", "", ""]);
  });
});

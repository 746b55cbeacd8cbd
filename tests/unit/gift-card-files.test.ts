import { describe, expect, test } from "vitest";
import * as v from "valibot";
import { type GiftCardRate, giftCardRate } from "../../src/contract/gift-cards.ts";
import { decodeText, isGuessed } from "../../src/app/csv/decode-text.ts";
import { parseFile } from "../../src/app/screens/gift-cards/bulk/parse-file.ts";
import { Rehearsal, type Rehearsed, type Right, turnsStatus } from "../../src/app/screens/gift-cards/bulk/rehearse.ts";
import { resultsOf } from "../../src/app/screens/gift-cards/bulk/results.ts";

const head = "cardType,country,rate,physicalRate,ecodeRate,minAmount,maxAmount,notes";
const fields = { cardType: "NIKE", country: "US", rate: 1100, physicalRate: 1110, ecodeRate: 1090, minAmount: 10, maxAmount: 100 };
const hostRate = (more: Record<string, unknown> = {}): GiftCardRate =>
  v.parse(giftCardRate, { id: "r", ...fields, rateDisplay: "1100", vanillaType: "", notes: "", isActive: true, ...more });

const csv = (...lines: string[]) => parseFile(lines.join("\r\n"), "rates.csv", "");
const json = (...rows: unknown[]) => parseFile(JSON.stringify(rows), "rates.json", "");

function rehearsed(parsed: ReturnType<typeof parseFile>, known: readonly GiftCardRate[] = []): Rehearsed[] {
  const rehearsal = new Rehearsal(known);
  return parsed.is === "rows" ? parsed.rows.map((row, at) => rehearsal.check(row, at + 1)) : [];
}
const isRight = (row: Rehearsed): row is Right => row.is !== "wrong";

describe("[GIFT-7] a file of rates", () => {
  test.each([
    ["quoted word", 3, ["APPLE,US,1,1,1,1,5,x", 'NIKE,US,1,1,1,1,5,"Gold" cards only', 'STEAM,US,1,1,1,1,5,"x"', "XBOX,US,1,1,1,1,5,y"]],
    ["quote that never ends", 2, ['APPLE,US,1,1,1,1,5,"Gold', "NIKE,US,1,1,1,1,5,x"]],
    ["quoted word after a cell of two lines", 4, ['APPLE,US,1,1,1,1,5,"two', 'lines"', 'NIKE,US,1,1,1,1,5,"Gold" card']],
  ])("with a %s is refused, and its line %i named", (_, line, lines) => {
    expect(csv(head, ...lines)).toEqual({ is: "loose quote", line });
  });

  test("may have quotes in the middle of a cell, and quoted cells with commas, quotes and lines in them", () => {
    const rows = rehearsed(csv(head, 'NIKE,US,1,1,1,1,5,only "Gold" cards', 'XBOX,US,1,1,1,1,5,"a, ""b""', 'c"'));
    expect(rows.filter(isRight).map(({ body }) => body.notes)).toEqual(['only "Gold" cards', 'a, "b"\r\nc']);
  });

  test("has a wrong row where it has more cells than columns; empty ones more are none", () => {
    const short = "cardType,country,rate,physicalRate,ecodeRate,minAmount,maxAmount";
    const rows = rehearsed(csv(short, "APPLE,US,1250,1270,1190,1,5,000", "NIKE,US,1250,1270,1190,1,5,,"));
    expect(rows).toMatchObject([{ is: "wrong", problems: { row: "too many cells" } }, { is: "new" }]);
    expect(rehearsed(csv(`${short},`, "APPLE,US,1250,1270,1190,1,5,000"))).toMatchObject([{ problems: { row: "too many cells" } }]);
  });

  test("has wrong rows below a second head, whose columns are others", () => {
    const second = ["cardType,country,rate,ecodeRate,physicalRate,minAmount,maxAmount", "NIKE,US,1250,1190,1270,1,5"];
    const rows = rehearsed(csv(head, "APPLE,US,1250,1270,1190,1,5", "", ...second));
    expect(rows).toMatchObject([{ is: "new" }, { problems: { row: "other table" } }, { problems: { row: "other table" } }]);
    expect(rehearsed(csv(head, "APPLE,US,1250,1270,1190,1,5", head, "NIKE,US,1250,1270,1190,1,5")).at(-1)).toMatchObject({ is: "new" });
  });

  test("has wrong rows above its header, as where it was sorted with them, and none for a title", () => {
    const rows = rehearsed(csv("APPLE,US,1250,1270,1190,1,5", head, "NIKE,US,1250,1270,1190,1,5"));
    expect(rows).toMatchObject([
      { is: "wrong", row: 1, problems: { row: "other table" } },
      { is: "new", row: 2 },
    ]);
    expect(rehearsed(csv("Rates of,November,week 3,,,,", head, "NIKE,US,1250,1270,1190,1,5"))).toMatchObject([{ is: "new" }]);
  });

  test("has a wrong row where a comma without quotes cut a figure in two", () => {
    const rows = rehearsed(
      csv(head, "APPLE,US,1250,1270,1190,1,5,000", "NIKE,US,1250,1270,1190,1,500,x", 'XBOX,US,1250,1270,1190,1,"5",100 a day'),
    );
    expect(rows).toMatchObject([{ is: "wrong", problems: { maxAmount: "two ways" } }, { is: "new" }, { is: "new" }]);
  });

  test("has a wrong row where a comma without quotes cut a figure in two beside a column of texts that isn't ours", () => {
    const columns = (beside: string) => `cardType,country,minAmount,maxAmount,ecodeRate,rate,${beside},physicalRate`;
    const lines = ["APPLE,US,1,5,1190,1,250", "NIKE,US,1,5,1190,1250,Lagos,1270", "XBOX,US,1,5,1190,1250,Abuja,1270"];
    for (const beside of ["region", "Branch"])
      expect(rehearsed(csv(columns(beside), ...lines))).toMatchObject([{ problems: { rate: "two ways" } }, { is: "new" }, { is: "new" }]);
    const short = "cardType,country,minAmount,maxAmount,ecodeRate,rate,physicalRate,remarks";
    expect(rehearsed(csv(short, "APPLE,US,1,5,1190,1250,1,250"))).toMatchObject([{ problems: { physicalRate: "two ways" } }]);
  });

  test("has a wrong row where a list or an object stands for a value", () => {
    const wrong = { ...fields, rate: [1100], isActive: [false], notes: {}, vanillaType: [], rateDisplay: { a: 1 } };
    expect(rehearsed(json(wrong, { ...fields, notes: null, isActive: null }))).toMatchObject([
      {
        is: "wrong",
        problems: { rate: "not a number", isActive: "not a flag", notes: "not text", vanillaType: "not text", rateDisplay: "not text" },
      },
      { is: "new" },
    ]);
  });

  test("names the columns that nothing is taken from", () => {
    expect(csv(`${head},Status,ISACTIVE, `, "NIKE,US,1,1,1,1,5,x,inactive,no")).toMatchObject({ is: "rows", ignored: ["Status"] });
    expect(json(fields, { ...fields, status: "inactive", CardType: "" })).toMatchObject({ ignored: ["status", "CardType"] });
    expect(json(fields)).toMatchObject({ ignored: [] });
    expect(json({ ...fields, ISACTIVE: true, isactive: false })).toMatchObject({ ignored: ["ISACTIVE", "isactive"] });
  });

  test("in JSON may write the names of the columns in any case, as in CSV", () => {
    const upper = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toUpperCase(), value]));
    expect(json({ ...upper, IsActive: false })).toMatchObject({ ignored: [] });
    expect(rehearsed(json({ ...upper, IsActive: false }))).toMatchObject([
      { is: "new", body: { cardType: fields.cardType, isActive: false } },
    ]);
  });
});

describe("[GIFT-7] a row that brings a rate display", () => {
  test("changes the rate where that alone differs, and without one it doesn't", () => {
    const known = [hostRate({ rateDisplay: "₦1,100" })];
    expect(rehearsed(json({ ...fields, rateDisplay: "1100" }), known)).toMatchObject([
      { is: "changed", changes: [{ field: "rateDisplay", before: "₦1,100", after: "1100" }] },
    ]);
    expect(rehearsed(json({ ...fields, rateDisplay: "₦1,100" }), known)).toMatchObject([{ is: "unchanged" }]);
    expect(rehearsed(json(fields), known)).toMatchObject([{ is: "unchanged" }]);
  });

  test("follows the rate where it is still that of the old one, as in an export of which the rate was edited", () => {
    const bodies = (rate: number, rateDisplay: string, shown: string) =>
      rehearsed(json({ ...fields, rate, rateDisplay }), [hostRate({ rateDisplay: shown })]).map((row) =>
        row.is === "changed" ? [row.body.rateDisplay, row.changes.map(({ field }) => field)] : row.is,
      );
    expect(bodies(1300, "1100", "1100")).toEqual([["1300", ["rate"]]]);
    expect(bodies(1300, "₦1,100", "₦1,100")).toEqual([["1300", ["rate", "rateDisplay"]]]);
    expect(bodies(1300, "from 1.3k", "1100")).toEqual([["from 1.3k", ["rate", "rateDisplay"]]]);
    expect(bodies(1300, "ask us", "ask us")).toEqual([["ask us", ["rate"]]]);
  });

  test("is stored only once the host's list shows it so", () => {
    const sent = rehearsed(json({ ...fields, rateDisplay: "1.1k" })).filter(isRight);
    expect(resultsOf(sent, undefined, [hostRate()]).get(1)).toEqual({ is: "missing" });
    expect(resultsOf(sent, undefined, [hostRate({ rateDisplay: "1.1k" })]).get(1)).toEqual({ is: "stored" });
  });
});

const bytesOf = (text: string, encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"): Uint8Array => {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "windows-1252") return Uint8Array.from(text, (char) => (char === "–" ? 0x96 : char.charCodeAt(0)));
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === "utf-16le");
  return bytes;
};

describe("[GIFT-7] the bytes of a file", () => {
  const table = `${head}\r\nXBOX,CANADA,900,910,880,10,200,Reçu exigé – café`;
  test.each([
    ["UTF-8", bytesOf(table, "utf-8")],
    ["UTF-8 with a mark", bytesOf(`\uFEFF${table}`, "utf-8")],
    ["UTF-16 with a mark", bytesOf(`\uFEFF${table}`, "utf-16le")],
    ["UTF-16, big end first, with a mark", bytesOf(`\uFEFF${table}`, "utf-16be")],
    ["UTF-16 without a mark", bytesOf(table, "utf-16le")],
    ["UTF-16, big end first, without a mark", bytesOf(table, "utf-16be")],
    ["Windows-1252", bytesOf(table, "windows-1252")],
  ])("in %s give its letters, and none is replaced", (_, bytes) => {
    const rows = rehearsed(parseFile(decodeText(bytes) ?? "", "rates.csv", "text/csv"));
    expect(rows.filter(isRight).map(({ body }) => body.notes)).toEqual(["Reçu exigé – café"]);
  });

  test("of Excel for Mac's plain CSV give its letters, and no others are taken for them", () => {
    // Mac OS Roman.
    const bytes = (text: string, letters: Readonly<Record<string, number>>) =>
      Uint8Array.from(text, (char) => letters[char] ?? char.charCodeAt(0));
    const mac = { é: 0x8e, è: 0x8f, ç: 0x8d, í: 0x92, ñ: 0x96, ó: 0x97, "’": 0xd5, "\u00a0": 0xca };
    for (const text of ["note\rReçu exigé’s, 1\u00a0234", "José Peñón\r\nRodríguez", "Genève: très bien"])
      expect(decodeText(bytes(text, mac))).toBe(text);
    const windows = { "’": 0x92, "–": 0x96, "—": 0x97, "™": 0x99, "€": 0x80, Ž: 0x8e };
    for (const text of ["Zoë’s – Reçu", "don’t—ever", "BOŽENA", "Brand™ 5 €", "É. D’Or", "Señor"])
      expect(decodeText(bytes(text, windows))).toBe(text);
  });

  test("may have the mark of old systems for their end", () => {
    expect(decodeText(bytesOf("a,b\r\n\u001A", "utf-8"))).toBe("a,b\r\n");
    expect(decodeText(bytesOf("a\u001Ab", "utf-8"))).toBeUndefined();
  });

  test("[BULK-1] that are neither UTF-8 nor UTF-16 have letters that are guessed", () => {
    const text = `${head}\r\nXBOX,CANADA,900,910,880,10,200,Reçu`;
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"] as const) expect(isGuessed(bytesOf(text, encoding))).toBe(false);
    // Жанна in Windows-1251.
    for (const bytes of [bytesOf(text, "windows-1252"), Uint8Array.of(0xc6, 0xe0, 0xed, 0xed, 0xe0)]) expect(isGuessed(bytes)).toBe(true);
  });

  test("that end in the middle of a letter are no text", () => {
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41))).toBeUndefined();
    expect(decodeText(new Uint8Array())).toBe("");
    // UTF-8 with other non-ASCII letters before the cut isn't Windows-1252.
    expect(decodeText(bytesOf("naïve é", "utf-8").subarray(0, -1))).toBeUndefined();
    expect(decodeText(bytesOf("caf\xe9", "windows-1252"))).toBe("café");
  });

  test("joined of UTF-8 and Windows-1252 keep the letters of both", () => {
    const parts = [bytesOf("\ufeffcafé\r\n", "utf-8"), bytesOf("na\xefve\r\n", "windows-1252"), bytesOf("\ufeffReçu", "utf-8")];
    expect(decodeText(Uint8Array.from(parts.flatMap((part) => [...part])))).toBe("café\r\nnaïve\r\nReçu");
  });

  test("in UTF-16 without a mark are told by their commas alone, whatever script the rest is in", () => {
    const other = `${head}\n礼品卡,中国,一二三\n`;
    expect(decodeText(bytesOf(other, "utf-16le"))).toBe(other);
    expect(decodeText(bytesOf(other, "utf-16be"))).toBe(other);
  });

  test.each([
    ["an Excel workbook", [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00]],
    ["one of the old kind", [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]],
    ["a PDF", [...bytesOf("%PDF-1.4\n", "utf-8")]],
    ["a packed file", [0x1f, 0x8b, 0x08, 0x41]],
    ["UTF-32", [0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]],
    ["bytes", [0x61, 0, 0x62, 0x63, 0, 0x64]],
  ])("of %s are no text", (_, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toBeUndefined();
  });

  test("[BULK-1, CLOSE-1] of a workbook, an old one, or a picture are no text", () => {
    for (const bytes of [
      [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08],
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0x00, 0x00],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ])
      expect(decodeText(Uint8Array.from(bytes))).toBeUndefined();
    expect(decodeText(new TextEncoder().encode("a\tb\r\nc\f"))).toBe("a\tb\r\nc\f");
  });

  test("are cut at commas, semicolons or tabs, in .txt files too", () => {
    const line = "XBOX,CANADA,900,910,880,10,200,n";
    for (const [delimiter, name] of [
      [",", "rates.csv"],
      [";", "rates.csv"],
      ["\t", "Unicode text.txt"],
      ["\t", "rates.TSV"],
    ] as const) {
      const text = [head, line].join("\n").replaceAll(",", delimiter);
      expect(rehearsed(parseFile(text, name, "text/plain")), name).toMatchObject([{ is: "new", body: { rate: 900, notes: "n" } }]);
    }
    expect(rehearsed(parseFile(JSON.stringify([fields]), "rates.txt", "text/plain"))).toMatchObject([{ is: "new" }]);
    // With semicolons in the header, a decimal comma is no delimiter.
    expect(rehearsed(csv(head.replaceAll(",", ";"), "XBOX;CANADA;900,5;910;880;10;200;n"))).toMatchObject([
      { is: "new", body: { rate: 900.5, rateDisplay: "900.5", physicalRate: 910 } },
    ]);
  });
});

describe("[GIFT-7] a name that stands twice", () => {
  test.each([
    ["rate", `${head},rate`],
    ["RATE", `${head},RATE`],
    ["physicalRate", `${head}, physicalRate\u00a0`],
    ["remark", `${head},remark,remark`],
  ])("refuses the file and says which: %s", (name, line) => {
    expect(csv(line, "XBOX,CANADA,900,910,880,10,200,n,90")).toEqual({ is: "twice", name, line: 1 });
  });

  test.each([
    ["rate", 2, `[{"cardType":"XBOX","rate":900,\n"rate":90}]`],
    ["a", 1, `{"rates":[],"more":{"list":[{"a":1},{"a":{"a":1},"b":2,"a":2}]}}`],
    ["rates", 1, `{"rates":[],"rates":[]}`],
    ["rate", 1, String.raw`[{"rate":1,"r\u0061te":2}]`],
  ])("is found anywhere in JSON: %s, line %i", (name, line, text) => {
    expect(parseFile(text, "rates.json", "")).toEqual({ is: "twice", name, line });
  });

  test("is not seen in values, and not in two objects", () => {
    expect(parseFile(`[{"cardType":"rate","notes":"{\\"rate\\":1,\\"rate\\":2}","rate":1},{"rate":2}]`, "rates.json", "")).toMatchObject({
      is: "rows",
      rows: [{ at: 1 }, { at: 2 }],
    });
  });
});

describe("[GIFT-7] a head", () => {
  test.each([
    ["titles and a date", "Rates of the week\nAs of,1 May 2026\n\n", ","],
    ["a sep= line", "sep=;\r\n", ";"],
    ["one in capitals and quotes, behind a mark", '\uFEFF"SEP=;"\r\n', ";"],
    ["one with lines of old Macs", "sep=;\r", ";"],
    ["one to which a spreadsheet has added cells", "sep=;;;;;;;;\n", ";"],
  ])("may stand below %s; rows keep the file's own lines", (_, above, delimiter) => {
    const end = above.endsWith("\r") ? "\r" : "\n";
    const table = [head, "XBOX,CANADA,900,910,880,10,200,n", "", "NIKE,US,oops,1,1,1,5,y"].join(end).replaceAll(",", delimiter);
    const line = above.split(/\r\n|\r|\n/).length;
    const parsed = parseFile(above + table, "rates.csv", "text/csv");
    expect(parsed).toMatchObject({ is: "rows", rows: [{ at: line + 1 }, { at: line + 3, draft: { rate: "oops" } }] });
  });
});

describe("[GIFT-7] a row", () => {
  test("is counted by its line in the file, whatever blank rows and quoted line breaks stand before it; blank rows are none", () => {
    const parsed = csv(head, 'XBOX,US,1,1,1,1,5,"a', 'b"', "", " ,\u00a0,,,,,,", "\u200b", "NIKE,US,oops,1,1,1,5,y", "");
    expect(parsed).toMatchObject({ is: "rows", isByLine: true, rows: [{ at: 2 }, { at: 7, draft: { rate: "oops" } }] });
    expect(json(fields, {}, null, { cardType: "", notes: null }, fields)).toMatchObject({ isByLine: false, rows: [{ at: 1 }, { at: 5 }] });
    expect(json("text", 7)).toMatchObject({ rows: [{ at: 1 }, { at: 2 }] });
  });

  test("has its card type, country and vanilla type as they look; a group of digits is no number", () => {
    const parsed = csv(`${head},vanillaType`, "XBOX\u200b,CANADA\u00a0,900,910,880,10,200,n,Gift\u00a0 card");
    expect(rehearsed(parsed)).toMatchObject([{ is: "new", body: { cardType: "XBOX", country: "CANADA", vanillaType: "Gift card" } }]);
    for (const group of ["1\u202f250", "1 250", "1,250,000", "1.250.000"])
      expect(rehearsed(json({ ...fields, rate: group })), group).toMatchObject([{ is: "wrong", problems: { rate: "not a number" } }]);
  });

  test("of a table with a figure that can be read in two ways is wrong, unless its column shows how", () => {
    const row = "NIKE,US,1.270,1110,1090,10,100,n";
    expect(rehearsed(csv(head, row))).toMatchObject([{ is: "wrong", problems: { rate: "two ways" } }]);
    expect(rehearsed(csv(head, row, "XBOX,US,0.85,1,1,1,5,n"))).toMatchObject([
      { is: "new", body: { rate: 1.27 } },
      { is: "new", body: { rate: 0.85 } },
    ]);
    expect(rehearsed(csv(head, '"NIKE",US,1.270,1110,1090,10,1.500,n', '"XBOX",US,"1.270,50",1,1,1,1.000.000,n'))).toMatchObject([
      { is: "wrong", problems: { rate: "two ways", maxAmount: "two ways" } },
      { is: "wrong", problems: { rate: "not a number", maxAmount: "not a number" } },
    ]);
    expect(rehearsed(json({ ...fields, rate: 1.275 }))).toMatchObject([{ is: "new", body: { rate: 1.275 } }]);
  });

  test("of JSON with a figure as text is read as one of a table", () => {
    for (const rate of ["1.270", "1,270"])
      expect(rehearsed(json({ ...fields, rate })), rate).toMatchObject([{ is: "wrong", problems: { rate: "two ways" } }]);
    expect(rehearsed(json({ ...fields, rate: "1270" }, { ...fields, cardType: "XBOX", rate: "1.2700" }))).toMatchObject([
      { is: "new", body: { rate: 1270 } },
      { is: "new", body: { rate: 1.27 } },
    ]);
  });

  test("of a French or Spanish spreadsheet has decimal commas; 1,270 can be read in two ways, unless its column shows how", () => {
    const sheet = (...lines: string[]) => rehearsed(csv(head.replaceAll(",", ";"), ...lines));
    expect(sheet("NIKE;US;1100,5;1110,25;0,5;10;100;n")).toMatchObject([
      { is: "new", body: { rate: 1100.5, physicalRate: 1110.25, ecodeRate: 0.5, minAmount: 10 } },
    ]);
    expect(sheet("NIKE;US;1,270;1110;1090;10;100;n")).toMatchObject([{ is: "wrong", problems: { rate: "two ways" } }]);
    expect(sheet("NIKE;US;1,270;1;1;1;5;n", "XBOX;US;0,85;1;1;1;5;n")).toMatchObject([
      { is: "new", body: { rate: 1.27 } },
      { is: "new", body: { rate: 0.85 } },
    ]);
    expect(sheet("NIKE;US;1,270;1;1;1;5;n", "XBOX;US;1,270.50;1;1;1;5;n")).toMatchObject([
      { is: "wrong", problems: { rate: "two ways" } },
      { is: "wrong", problems: { rate: "not a number" } },
    ]);
    expect(sheet("NIKE;US;1100,123456789;1;1;1;5;n")).toMatchObject([{ is: "wrong", problems: { rate: "not a number" } }]);
  });

  test("of an export, which has no vanilla type, means the rate of its id; without an id it may mean one rate only", () => {
    const known = [hostRate({ id: "a" }), hostRate({ id: "b", vanillaType: "100-500", rate: "1300" })];
    const sheet = (id: string) => csv("id,cardType,country,rate", `${id},NIKE,US,1310`);
    expect(sheet("b")).toMatchObject({ ignored: [] });
    expect(rehearsed(sheet("b"), known)).toMatchObject([
      { is: "changed", body: { vanillaType: "100-500" }, changes: [{ field: "rate", before: "1300", after: "1310" }, {}] },
    ]);
    for (const id of ["", "gone"])
      expect(rehearsed(sheet(id), known)).toMatchObject([{ is: "wrong", problems: { vanillaType: "missing" } }]);
    expect(rehearsed(sheet("gone"), known.slice(0, 1))).toMatchObject([{ is: "changed", body: { vanillaType: "" } }]);
  });

  test("leaves what it says nothing of as the host has it", () => {
    const known = [hostRate({ isActive: false, notes: "Only before noon", rateDisplay: "₦1,100", maxAmount: 150 })];
    const sheet = csv("cardType,country,rate,physicalRate,ecodeRate,minAmount", "NIKE,US,1100,1110,1090,20");
    expect(rehearsed(sheet, known)).toMatchObject([
      {
        is: "changed",
        changes: [{ field: "minAmount", before: "10", after: "20" }],
        body: { isActive: false, notes: "Only before noon", rateDisplay: "₦1,100", maxAmount: 150 },
      },
    ]);
    expect(rehearsed(json({ cardType: "NIKE", country: "US", rate: 1100, isActive: null }), known)).toMatchObject([{ is: "unchanged" }]);
    expect(rehearsed(sheet)).toMatchObject([{ is: "wrong", problems: { maxAmount: "missing" } }]);
  });

  test("takes no rate whose status the host doesn't tell for an active one", () => {
    const known = [hostRate({ isActive: null })];
    expect(rehearsed(json(fields), known)).toMatchObject([{ is: "wrong", problems: { isActive: "missing" } }]);
    const sent = rehearsed(json({ ...fields, isActive: true }), known).filter(isRight);
    expect(sent).toMatchObject([{ is: "changed", changes: [{ field: "isActive", before: "", after: "true" }] }]);
    expect(resultsOf(sent, undefined, known).get(1)).toEqual({ is: "unknown" });
  });

  test.each([
    [true, ["true", "YES", "1", "Active", "VRAI", "oui", "Actif", "VERDADERO", "Sí", "si", "Activa", "activo"]],
    [false, ["false", "No", "0", "Inactive", "FAUX", "non", "Inactif", "FALSO", "Inactiva", "inactivo"]],
  ])("says whether it is active in English, French or Spanish, as spreadsheets write it: %s", (isActive, words) => {
    for (const word of words)
      expect(rehearsed(csv(`${head},isActive`, `NIKE,US,1,1,1,1,5,n,${word}`)), word).toMatchObject([{ is: "new", body: { isActive } }]);
    expect(rehearsed(csv(`${head},isActive`, "NIKE,US,1,1,1,1,5,n,vraie"))).toMatchObject([
      { is: "wrong", problems: { isActive: "not a flag" } },
    ]);
  });

  test("that brings an empty cell of notes clears them, and one of the status says nothing", () => {
    const known = [hostRate({ isActive: false, notes: "old" })];
    expect(rehearsed(csv(`${head},isActive`, "NIKE,US,1100,1110,1090,10,100,,"), known)).toMatchObject([
      { is: "changed", changes: [{ field: "notes", before: "old", after: "" }], body: { isActive: false } },
    ]);
  });

  test("that turns a status is told apart; a display of its own that goes with its rate is told, too", () => {
    const [turned] = rehearsed(json({ ...fields, isActive: false }), [hostRate()]);
    const [same] = rehearsed(json({ ...fields, rate: 1200 }), [hostRate({ rateDisplay: "₦1,100" })]);
    expect([turned && turnsStatus(turned), same && turnsStatus(same)]).toEqual([true, false]);
    expect(same).toMatchObject({
      changes: [{ field: "rate" }, { field: "rateDisplay", before: "₦1,100", after: "1200" }],
      body: { rateDisplay: "1200" },
    });
  });
});

test("[GIFT-7] a table in text below a title that begins with a bracket is no JSON", () => {
  const text = `[Confidential] rates\n${head}\nXBOX,CANADA,900,910,880,10,200,n\n`;
  expect(rehearsed(parseFile(text, "rates.txt", "text/plain"))).toMatchObject([{ is: "new", body: { rate: 900 } }]);
});

test("[GIFT-7, CLOSE-1] each line of a joined file keeps its letters, also a replacement character that is its own", () => {
  const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
  const bytes = [...utf8("\uFEFFé\n\uFFFDé\r\n"), 0xe9, 0x80, 0x0a, ...utf8("\uFEFF支付\n"), 0xc3, 0x0a, ...utf8("\uFFFD")];
  expect(decodeText(Uint8Array.from(bytes))).toBe("é\n\uFFFDé\r\né€\n支付\nÃ\n\uFFFD");
});

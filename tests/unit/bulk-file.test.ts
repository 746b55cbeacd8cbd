import { expect, test } from "vitest";
import type { FileAmount, FileRow } from "../../src/db/money/bulk/file-row.ts";
import { bulkFields, mostRows, parseRow } from "../../src/db/money/bulk/file-row.ts";
import { csvOf, readCsv } from "../../src/app/csv/csv.ts";
import { readFigures } from "../../src/app/screens/bulk/figures.ts";
import { guessMapping, ignoredIn, missingIn, readBulkFile, rowsOf, type Sheet } from "../../src/app/screens/bulk/read-file.ts";
import { template } from "../../src/app/screens/bulk/rehearsal-file.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function sheetOf(content: string | Uint8Array): Sheet {
  const read = readBulkFile(typeof content === "string" ? bytes(content) : content);
  if (read.is !== "sheet") throw new Error(read.is);
  return read.sheet;
}
function rows(content: string | Uint8Array): FileRow[] {
  const sheet = sheetOf(content);
  const { mapping, isSure } = guessMapping(sheet);
  expect(isSure).toBe(true);
  return rowsOf(sheet, mapping);
}
const brief = (content: string | Uint8Array) =>
  rows(content).map(({ line, email, amount, currency, operation, reason, note }) => [
    line,
    email,
    amount.is === "read" ? amount.amount : amount.is,
    currency,
    operation,
    reason,
    note,
  ]);
const head = "email,amount,currency,operation,reason,note";
const row = "ada@example.com,0.25,BTC,fund,refund,Zoë’s card";
const read = [["ada@example.com", "0.25", "BTC", "fund", "refund", "Zoë’s card"]];
const utf16 = (text: string, mark: boolean): Uint8Array => {
  const units = new Uint16Array([...(mark ? [0xfeff] : []), ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]);
  return new Uint8Array(units.buffer);
};

test("[BULK-1] a file is read in every encoding and with every delimiter that spreadsheets write", () => {
  const tabs = (text: string) => text.replaceAll(",", "\t");
  const windows = new Uint8Array(Array.from(`${head}\r\n${row}`, (char) => (char === "’" ? 0x92 : char.charCodeAt(0))));
  const files = [
    `${head}\n${row}\n`,
    `\uFEFF${head}\r\n${row}`,
    `${head}\n${row}`.replaceAll(",", ";"),
    `sep=;\r\n${`${head}\r\n${row}`.replaceAll(",", ";")}`,
    tabs(`${head}\n${row}`),
    utf16(tabs(`${head}\r\n${row}`), true),
    utf16(tabs(`${head}\r\n${row}`), false),
    windows,
  ];
  for (const file of files) expect(brief(file).map(([, ...cells]) => cells)).toEqual(read);
});

test("[BULK-1] a byte-order mark before a quoted cell, as where files were joined, is no part of it", () => {
  const text = '\uFEFF"email",amount,currency,operation\r\n"a@example.com",1,USDT,fund\r\n\uFEFF"b@example.com",2,USDT,fund\r\n';
  const read = readBulkFile(new TextEncoder().encode(text));
  expect(read.is === "sheet" && read.sheet.rows.map(({ cells }) => cells[0])).toEqual(["a@example.com", "b@example.com"]);
});

test("[BULK-1] blanks before a quoted cell don't make its quotes part of it, nor its comma a new cell", () => {
  const lines = ["email, amount, currency, operation, note", 'ada@example.com, "1,500.25", NGNB, fund, "a, ""b"" | c"'];
  expect(rows(lines.join("\n"))[0]).toMatchObject({
    amount: { is: "read", amount: "1500.25" },
    currency: "NGNB",
    note: 'a, "b" | c',
    problem: undefined,
  });
});

test("[BULK-1] titles above the head, blank rows and columns of other names do no harm, and a row keeps the file's own line", () => {
  const text = [
    "Payments of May,,,,",
    "",
    'Remarks,"User e-mail",Importe,Moneda,Operación,Motivo,Branch',
    "first,ada@example.com,1.5,btc,Fund,refund,Lagos",
    ",,,,,,",
    "",
    '"over\ntwo lines",bola@example.com,2,USDT,deduct,other,Abuja',
    "third, c\u200Boco@example.com ,3,USDT,fund,refund,Abuja",
  ].join("\n");
  expect(brief(text)).toEqual([
    [4, "ada@example.com", "1.5", "BTC", "Fund", "refund", "first"],
    [7, "bola@example.com", "2", "USDT", "deduct", "other", "over\ntwo lines"],
    [9, "coco@example.com", "3", "USDT", "fund", "refund", "third"],
  ]);
  const sheet = sheetOf(text);
  expect(ignoredIn(sheet, guessMapping(sheet).mapping)).toEqual(["Branch"]);
});

test("[BULK-1] the template is read as it is, and what the export guards comes back", async () => {
  const [fund, deduct] = rows(new Uint8Array(await template().arrayBuffer()));
  expect(fund).toMatchObject({ line: 2, operation: "fund", amount: { is: "read", amount: "25.5" } });
  expect(deduct).toMatchObject({ line: 3, operation: "deduct", currency: "BTC" });
  const guarded = csvOf([bulkFields, ["=cmd@example.com", "1", "BTC", "fund", "", "-2+3"]]);
  expect(rows(guarded)[0]).toMatchObject({ email: "=cmd@example.com", note: "-2+3" });
});

test("[BULK-1] pasted cells need no head: what is in the columns tells what they are, to be looked at first", () => {
  const sheet = sheetOf("ada@example.com\t0,25\tBTC\tfund\nbola@example.com\t3,5\tUSDT\tdeduct\n");
  const { mapping, isSure } = guessMapping(sheet);
  expect(isSure).toBe(false);
  expect(missingIn(mapping)).toEqual([]);
  expect(rowsOf(sheet, mapping).map(({ line, amount }) => [line, amount])).toEqual([
    [1, { is: "read", amount: "0.25" }],
    [2, { is: "read", amount: "3.5" }],
  ]);
});

test("[BULK-1] without a head no row is taken for one: neither with a mistyped email, nor below a title", () => {
  const others = ["bola@example.com,3,USDT,fund", "coco@example.com,4,USDT,fund"];
  const first = (text: string) => {
    const sheet = sheetOf(text);
    return rowsOf(sheet, guessMapping(sheet).mapping).map(({ line, email }) => [line, email]);
  };
  expect(first(["ada.example.com,25,USDT,fund", ...others].join("\n"))).toEqual([
    [1, "ada.example.com"],
    [2, "bola@example.com"],
    [3, "coco@example.com"],
  ]);
  expect(first(["Payouts of November,,,", ...others].join("\n"))).toEqual([
    [2, "bola@example.com"],
    [3, "coco@example.com"],
  ]);
});

test("[BULK-1] what no column says is asked for, and two columns that fit one field are not chosen between", () => {
  const sheet = sheetOf("Email;Amount sent;Amount in USD\nada@example.com;1;2\n");
  const { mapping, isSure } = guessMapping(sheet);
  expect(isSure).toBe(false);
  expect(missingIn(mapping)).toEqual(["amount", "currency", "operation"]);
  const chosen = { ...mapping, places: { ...mapping.places, amount: 1 }, onlyCurrency: "USDT", onlyOperation: "fund" as const };
  expect(missingIn(chosen)).toEqual([]);
  expect(rowsOf(sheet, chosen)[0]).toMatchObject({ amount: { is: "read", amount: "1" }, currency: "USDT", operation: "fund" });
});

test("[BULK-1] a name that stands twice refuses the file, in a head and in JSON", () => {
  expect(readBulkFile(bytes("email,amount,Amount,currency\na@b.c,1,2,BTC"))).toEqual({ is: "twice", name: "Amount", line: 1 });
  expect(readBulkFile(bytes('[{"email":"a@b.c",\n"amount":1,"amount":2}]'))).toEqual({ is: "twice", name: "amount", line: 2 });
  expect(readBulkFile(bytes('[{"email":"a@b.c"},{"Email":"a@b.c"}]'))).toEqual({ is: "twice", name: "Email", line: 1 });
});

test("[BULK-1] JSON is a list of objects, or an object with one; numbers keep every digit, and what is no plain row is wrong", () => {
  const item = '{"email":"ada@example.com","amount":0.123456789012345678,"currency":"ETH","operation":"fund"}';
  for (const text of [`[${item}]`, `{"rows":[${item}]}`])
    expect(brief(text)).toEqual([[1, "ada@example.com", "0.123456789012345678", "ETH", "fund", "", ""]]);
  const list = rows(
    '[{"email":"a@b.c","amount":1.234,"currency":"BTC","operation":"fund"},null,{},{"email":["a@b.c"],"amount":1e-7,"currency":"BTC","operation":"fund"},"a"]',
  );
  expect(list.map(({ line, problem }) => [line, problem])).toEqual([
    [1, undefined],
    [4, "rowNested"],
    [5, "rowNested"],
  ]);
  expect(list[0]?.amount).toEqual({ is: "read", amount: "1.234" });
  expect(list[1]?.amount).toEqual({ is: "read", amount: "0.0000001" });
  expect(readBulkFile(bytes('{"email":"a@b.c"}')).is).toBe("not a list");
  expect(readBulkFile(bytes("[1,")).is).toBe("unreadable");
});

test("[BULK-1] above 5,000 rows a file is refused; blank ones aren't counted", () => {
  const many = (count: number) => `${head}\n${`${row}\n,,,,,\n`.repeat(count)}`;
  expect(sheetOf(many(mostRows)).rows).toHaveLength(5000);
  expect(readBulkFile(bytes(many(mostRows + 1)))).toEqual({ is: "too many", count: 5001 });
  expect(readBulkFile(bytes(head)).is).toBe("empty");
  expect(readBulkFile(bytes(" \n")).is).toBe("empty");
  expect(readBulkFile(bytes(`${head}\nada@example.com,"1,BTC,fund`))).toEqual({ is: "loose quote", line: 2 });
});

test("[BULK-1] a row with more cells than the head has columns is wrong", () => {
  expect(rows(`${head}\n${row},0.5\n`)[0]?.problem).toBe("rowCells");
});

const figures = (texts: readonly string[], chosen: "." | "," | "" = ""): (string | undefined)[] =>
  readFigures(
    texts.map((text) => ({ text, isNumber: false })),
    chosen,
  ).map((one: FileAmount) => (one.is === "read" ? one.amount : one.is));

test("[BULK-1] a figure that can be read in two ways is wrong, unless its column or the admin tells what the mark is", () => {
  expect(figures(["1,234"])).toEqual(["two ways"]);
  expect(figures(["1.234", "7"])).toEqual(["two ways", "7"]);
  // Elsewhere in the column a point is decimal; a comma is not seen.
  expect(figures(["0.5", "1.234", "1,234"])).toEqual(["0.5", "1.234", "two ways"]);
  expect(figures(["1,234.50", "1,234"])).toEqual(["1234.5", "1234"]);
  expect(figures(["1.234.567", "1.234"])).toEqual(["1234567", "1234"]);
  // It is decimal and grouping in one column: undecidable.
  expect(figures(["0.5", "1.234.567", "1.234"])).toEqual(["0.5", "1234567", "two ways"]);
  expect(figures(["1.234", "1,5"])).toEqual(["two ways", "1.5"]);
  expect(figures(["1,234", "1.234"], ".")).toEqual(["1234", "1.234"]);
  expect(figures(["1,234", "1.234"], ",")).toEqual(["1.234", "1234"]);
  // Nobody writes 125 as 0.125 with a grouping point.
  expect(figures(["0.125"])).toEqual(["0.125"]);
  expect(figures(["1 234", "1'234,5", "", "-1", "$5", "1e-7", "5 USD", "١", "1,23,456"])).toEqual([
    "1234",
    "1234.5",
    "missing",
    ...Array.from({ length: 6 }, () => "not a number"),
  ]);
});

test("[BULK-1] words for an operation of other languages are named, not guessed", () => {
  const parsed = rows(`${head}\nada@example.com,1,BTC,abonar,,\nada@example.com,1,BTC,FUND ,,\nada@example.com,1,BTC,,,`).map(parseRow);
  expect(parsed.map(({ operation, problems }) => [operation, problems])).toEqual([
    [undefined, [{ name: "operationUnknown", value: "abonar" }]],
    ["fund", []],
    [undefined, [{ name: "operationMissing" }]],
  ]);
});

test.each(["[Confidential] payments of November", "{draft} payments", "[2026], payments"])(
  "[BULK-1] a table below the title %s is no JSON",
  (title) => {
    const table = "email,amount,currency,operation,reason,note\nada@example.com,1,USDT,fund,goodwill,\n";
    expect(brief(`${title}\n${table}`)).toMatchObject([[3, "ada@example.com", "1", "USDT", "fund", "goodwill", ""]]);
  },
);

test("[BULK-1] what begins as only JSON does, or is JSON, is never read as a table", () => {
  for (const text of ['[{"email":', '{"rows":[', ' [ { "email": "a" ']) expect(readBulkFile(bytes(text)).is).toBe("unreadable");
  for (const text of ["[]", "{}", "[1,2]"]) expect(["empty", "not a list", "sheet"]).toContain(readBulkFile(bytes(text)).is);
  expect(readBulkFile(bytes("[1,2]"))).toMatchObject({ sheet: { isList: true } });
});

test("[BULK-1] cells that a spreadsheet is told to keep as text are read as they show, and our own keep such text", () => {
  const line = '="ada@example.com",="1.50",USDT,fund,goodwill,="00123"';
  expect(brief(`email,amount,currency,operation,reason,note\n${line}\n`)).toMatchObject([
    [2, "ada@example.com", "1.5", "USDT", "fund", "goodwill", "00123"],
  ]);
  const own = csvOf([
    ["email", "note"],
    ["ada@example.com", '="00123"'],
  ]);
  expect(readCsv(own)[1]).toEqual(["ada@example.com", '="00123"']);
});

test.each([
  ["email,currency,operation,amount,note", "ada@example.com,NGNB,fund,1,500.00,"],
  ["email,currency,operation,amount,note", "ada@example.com,NGNB,fund,1,500.00"],
  ["email,currency,operation,amount,reason,note", "ada@example.com,NGNB,fund,1,500.00,refund,"],
  ["email,currency,operation,amount,Branch,note", "ada@example.com,NGNB,fund,1,500.00,Lagos,"],
])("[BULK-1] below %s an amount that its comma cut in two is wrong, and not sent as what stands before the comma: %s", (columns, line) => {
  const [cut, whole] = rows(`${columns}\n${line}\nbola@example.com,NGNB,fund,20,\n`);
  expect(cut).toMatchObject({ amountText: "1,500.00", amount: { is: "cut" } });
  expect(cut && parseRow(cut).problems).toEqual([{ name: "amountCut", value: "1,500.00" }]);
  expect(whole).toMatchObject({ amount: { is: "read", amount: "20" } });
});

test("[BULK-1] beside a column of texts a figure is what the amount's comma cut off, also where the row leaves its last cell out", () => {
  const amounts = (text: string) => rows(text).map(({ amount }) => (amount.is === "read" ? amount.amount : amount.is));
  const cut = "ada@example.com,fund,NGNB,1,500";
  for (const column of ["memo", "Narration", "user_name", "Región", "Libellé", "name "])
    expect(amounts(`email,operation,currency,amount,${column}\n${cut}\n`), column).toEqual(["cut"]);
  const others = ["bola@example.com,fund,NGNB,5,Lagos", "chi@example.com,fund,NGNB,250,Abuja"];
  expect(amounts(["email,operation,currency,amount,Branch", cut, ...others].join("\n"))).toEqual(["cut", "5", "250"]);
});

test("[BULK-1] without a header, groups of three digits behind each amount are what its comma cut off", () => {
  const amounts = (lines: readonly string[]) => {
    const sheet = sheetOf(lines.join("\n"));
    const { mapping } = guessMapping(sheet);
    const chosen = { ...mapping, places: { ...mapping.places, amount: 1 }, onlyCurrency: "NGNB", onlyOperation: "fund" as const };
    return rowsOf(sheet, chosen).map(({ amount }) => (amount.is === "read" ? amount.amount : amount.is));
  };
  expect(amounts(["ada@example.com,1,500", "bola@example.com,2,300.50", "chi@example.com,20"])).toEqual(["cut", "cut", "20"]);
  expect(amounts(["ada@example.com,1,500", "bola@example.com,2,17"])).toEqual(["1", "2"]);
});

test("[BULK-1] a figure beside the amount is no part of it where the row has no cell too many, or no comma cuts", () => {
  const amounts = (text: string) => rows(text).map(({ amount }) => (amount.is === "read" ? amount.amount : amount.is));
  expect(amounts("email,currency,operation,amount,Staff\nada@example.com,NGNB,fund,1,500\n")).toEqual(["1"]);
  expect(amounts("email;currency;operation;amount;note\nada@example.com;NGNB;fund;1;500.00\n")).toEqual(["1"]);
  expect(amounts("email,currency,operation,amount,note\nada@example.com,NGNB,fund,1,500 bonus\n")).toEqual(["1"]);
  expect(amounts("email,currency,operation,amount,note\nada@example.com,NGNB,fund,1,,\n")).toEqual(["1"]);
});

test.each([
  ["Amount (USD)", "BTC"],
  ["Amount in USD", "NGNB"],
  ["Amount ($)", "ETH"],
  ["Montant €", "USDT"],
  ["Amount (NGN)", "USDC"],
  ["USDT amount", "NGNB"],
  ["Amount in dollars", "BTC"],
  ["Amount (Naira)", "USDT"],
  ["Montant (euros)", "USDT"],
  ["Importe en pesos", "NGNB"],
  ["Amount (GHS)", "NGNB"],
  ["amount_kes", "NGNB"],
  ["Amount (₵)", "NGNB"],
  ["Amount (CFA)", "NGNB"],
  ["AmountUSD", "ETH"],
  ["USDAmount", "ETH"],
  ["Amount in bitcoin", "ETH"],
  ["BTC amount (USD)", "BTC"],
  ["Amount (NGN '000)", "NGNB"],
  ["Amount in thousands", "USDT"],
  ["amount_in_thousands", "USDT"],
  ["Importe (miles)", "NGNB"],
  ["Montant en milliers", "NGNB"],
  ["Importe en millones", "NGNB"],
  ["Montant en millions", "NGNB"],
  ["amount x1000", "NGNB"],
  ["Amount in 1000s", "NGNB"],
  ["Amount (10^3)", "NGNB"],
  ["Amount (lakhs)", "NGNB"],
  ["Amount in hundreds", "NGNB"],
  ["Amount (mille)", "NGNB"],
  ["Amount K", "NGNB"],
  ["Amount [NGN mln]", "NGNB"],
  ["Amount (mBTC)", "BTC"],
  ["Amount (kobo)", "NGNB"],
  ["amount_kobo", "NGNB"],
  ["Amount in cents", "USDC"],
  ["Amount (sats)", "BTC"],
])("[BULK-1] an amount below %s is not taken for %s", (column, currency) => {
  const [only] = rows(`email,${column},currency,operation\nada@example.com,50,${currency},fund\n`);
  expect(only && parseRow(only).problems).toEqual([{ name: "amountUnit", value: column }]);
});

test.each([
  ["Amount (USD)", "USDT"],
  ["Amount ($)", "USDC"],
  ["Amount (₦)", "NGNB"],
  ["Amount NGN", "NGNB"],
  ["Amount (BTC)", "BTC"],
  ["Amount in dollars", "USDT"],
  ["Amount (Naira)", "NGNB"],
  ["Amount in bitcoin", "BTC"],
  ["Amount (₿)", "BTC"],
  ["AmountNGN", "NGNB"],
  ["Amount of all", "BTC"],
  ["Montant sur compte", "BTC"],
  ["trx_amount", "NGNB"],
  ["Trx amount", "NGNB"],
  ["Amount (gross)", "BTC"],
  ["Amount sent", "USDT"],
  ["Percent amount", "USDT"],
  ["Amount (max 1000)", "USDT"],
  ["Montant du bilan", "USDT"],
])("[BULK-1] an amount below %s may be one of %s", (column, currency) => {
  const [only] = rows(`email,${column},currency,operation\nada@example.com,50,${currency},fund\n`);
  expect(only && parseRow(only).problems).toEqual([]);
});

const problems = (lines: readonly string[]) => rows(lines.join("\n")).map(({ line, problem }) => [line, problem]);

test("[BULK-1] rows of a second table in the sheet are wrong, and not read by the columns of the first", () => {
  const table = ["email,amount,currency,operation", "ada@example.com,1,USDT,fund", "bola@example.com,2,USDT,fund", "Total,3,,"];
  const balances = ["email,balance,currency,operation", "ada@example.com,900,USDT,fund"];
  expect(problems([...table, "", ...balances])).toEqual([
    [2, undefined],
    [3, undefined],
    [4, undefined],
    [6, "rowHead"],
    [7, "rowHead"],
  ]);
  // The table with the most fields is read; the rows above it are named.
  const fewer = ["email,currency,balance", "ada@example.com,USDT,900"];
  expect(problems([...fewer, ...table.slice(0, 2)])).toEqual([
    [2, "rowHead"],
    [4, undefined],
  ]);
});

test("[BULK-1] rows above the header, as of a sheet that was sorted with it, are wrong and not left out; titles are no rows", () => {
  const [names, one, two] = ["email,amount,currency,operation", "ada@example.com,1,USDT,fund", "zoe@example.com,2,USDT,fund"];
  expect(problems([one, names, two])).toEqual([
    [1, "rowHead"],
    [3, undefined],
  ]);
  expect(problems(["Prepared by,ada@example.com", "November,2026", names, two])).toEqual([[4, undefined]]);
});

test("[BULK-1] a second table with the same columns is another where a title stands above it, and none where it is a new page", () => {
  const [names, one, two] = ["email,amount,currency", "ada@example.com,1,USDT", "bola@example.com,2,USDT"];
  const tell = (lines: readonly string[]) => sheetOf(lines.join("\n")).rows.map(({ line, problem }) => [line, problem]);
  expect(tell(["To fund,,", names, one, "To deduct,,", names, two])).toEqual([
    [3, undefined],
    [4, undefined],
    [5, "rowHead"],
    [6, "rowHead"],
  ]);
  expect(tell([names, one, names.toUpperCase(), two])).toEqual([
    [2, undefined],
    [3, undefined],
    [4, undefined],
  ]);
});

test("[BULK-1] titles that name two fields are not the head of the table below them", () => {
  expect(brief(`Currency,NGNB,Total amount,3000\n\n${head}\n${row}\n`)).toEqual([[4, ...(read[0] ?? [])]]);
});

test("[BULK-1] where other figures may be the amounts, as net beside gross, the columns are looked at first", () => {
  const guess = (columns: string, line: string) => guessMapping(sheetOf(`${columns}\n${line}\n`));
  const payroll = guess("Email,Gross amount,Net pay,Currency,Operation", "ada@example.com,500,410.5,USDT,fund");
  expect(payroll).toMatchObject({ isSure: false, mapping: { places: { amount: 1 } } });
  expect(guess("Email,Amount,Net pay,Currency,Operation", "ada@example.com,500,410.5,USDT,fund").isSure).toBe(true);
  expect(guess("Email,Gross amount,Name,Currency,Operation", "ada@example.com,500,Ada,USDT,fund").isSure).toBe(true);
});

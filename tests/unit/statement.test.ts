import { expect, onTestFinished, test, vi } from "vitest";
import { amountOf } from "../../src/app/csv/figures.ts";
import { dayOf } from "../../src/app/screens/audit/reconcile/days.ts";
import { guessMapping, type Mapping, missingIn, recalled } from "../../src/app/screens/audit/reconcile/mapping.ts";
import { entriesOf, readStatement, type StatementTable } from "../../src/app/screens/audit/reconcile/statement.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function tableIn(text: string): StatementTable {
  const read = readStatement(bytes(text));
  if (read.is !== "table") throw new Error(`the statement is ${read.is}`);
  return read.table;
}

/** The lines read with the guessed mapping, plus a currency if no column has one. */
function readBy(text: string, choice: Partial<Mapping> = {}) {
  const table = tableIn(text);
  const mapping = { ...guessMapping(table), ...choice };
  expect(missingIn(mapping)).toEqual([]);
  return entriesOf(table, mapping, "Africa/Lagos");
}

test("[CLOSE-1] a bank's statement with titles, semicolons, two amount columns and a total is read with the file's own lines", () => {
  const text = [
    "Kuda MFB;;;;",
    "Statement of 25 November;;;;",
    "",
    "Trans. Date;Narration;Money Out;Money In;Balance",
    "25/11/2026;NIP CF-AAA111 ADA;1.250,50;;10,00",
    "25/11/2026;CF-BBB222;;75,00;20,00",
    ";Total;1.250,50;75,00;",
  ].join("\r\n");
  const { entries, bad, skipped } = readBy(text, { onlyCurrency: "NGN" });
  expect(entries).toEqual([
    { line: 5, day: "2026-11-25", amount: "-1250.5", currency: "NGN", reference: "NIP CF-AAA111 ADA" },
    { line: 6, day: "2026-11-25", amount: "75", currency: "NGN", reference: "CF-BBB222" },
  ]);
  expect(bad).toEqual([]);
  expect(skipped).toEqual([7]);
});

test("[CLOSE-1] titles that name fields, and semicolons with commas in the texts, don't hide the head", () => {
  const period = [
    "Start Date,01-Nov-2026,End Date,30-Nov-2026",
    "Total Debit,5.00,Total Credit,0.00",
    "Date,Narration,Debit,Credit,Balance",
  ];
  expect(tableIn([...period, "25/11/2026,CF-1,5.00,,1"].join("\n")).head).toEqual(["Date", "Narration", "Debit", "Credit", "Balance"]);
  const { head } = tableIn(
    "Fecha;Concepto;Importe;Saldo\n25/11/2026;Pago, Lagos, a, b, c;1,50;2,00\n26/11/2026;Otro, x, y, z, w;2,50;4,00\n",
  );
  expect(head).toEqual(["Fecha", "Concepto", "Importe", "Saldo"]);
});

test("[CLOSE-1] columns are recognised by their names, whatever stands around them", () => {
  const table = tableIn("sep=,\nDate,Asset,Quantity,Tx ID,Fee\n2026-11-25T23:30:00Z,BTC,0.25,abc123,0.0001\n");
  expect(guessMapping(table)).toMatchObject({ date: 0, currency: 1, amount: 2, reference: 3, credit: undefined, debit: undefined });
  // Moments become days in the chosen zone: half past midnight in Lagos.
  expect(readBy("Date,Asset,Quantity,Tx ID\n2026-11-25T23:30:00Z,BTC,0.25,abc123\n").entries).toEqual([
    { line: 2, day: "2026-11-26", amount: "0.25", currency: "BTC", reference: "abc123" },
  ]);
});

test("[CLOSE-1] what can be read in two ways is left to be chosen, never guessed", () => {
  const twoWays = guessMapping(tableIn('Date,Amount,Currency\n03/04/2026,"1,234",NGN\n'));
  expect(twoWays).toMatchObject({ dateOrder: "", decimalMark: "" });
  expect(missingIn(twoWays)).toEqual(["dateOrder", "decimalMark"]);
  const told = guessMapping(tableIn('Date,Amount,Currency\n03/04/2026,"1,234",NGN\n13/04/2026,"1,234.50",NGN\n'));
  expect(told).toMatchObject({ dateOrder: "DMY", decimalMark: "." });
  expect(missingIn(guessMapping(tableIn("Date,Amount\n2026-04-03,5\n")))).toEqual(["currency"]);
});

test.each([
  ["1,234.50", ".", "1234.5"],
  ["₦1,234.50", ".", "1234.5"],
  ["NGN 12", ".", "12"],
  ["(1,234.50)", ".", "-1234.5"],
  ["$ (500.00)", ".", "-500"],
  ["(1,500.00) NGN", ".", "-1500"],
  ["500.00 (NGN)", ".", "500"],
  ["-0.10", ".", "-0.1"],
  ["50.00-", ".", "-50"],
  ["50.00 DR", ".", "-50"],
  ["1,500.00DR", ".", "-1500"],
  ["50.00 CR", ".", "50"],
  ["1.234,50", ",", "1234.5"],
  ["1 234,50", ",", "1234.5"],
  [".5", ".", "0.5"],
  ["Rs.500", ".", "500"],
  ["S/.500", ".", "500"],
  ["Rs. 1,234.50", ".", "1234.5"],
  ["0.123456789012345678", ".", "0.123456789012345678"],
  ["1,23.50", ".", undefined],
  ["1.2.3", ".", undefined],
  ["1e5", ".", undefined],
  ["n/a", ".", undefined],
  ["1.5k", ".", undefined],
  ["1.5 K", ".", undefined],
  ["₦2m", ".", undefined],
  ["2,5 Mio.", ",", undefined],
  ["5 bn USD", ".", undefined],
  ["3 millones", ".", undefined],
  ["1.5 %", ".", undefined],
  ["5x", ".", undefined],
  ["500 FCFA", ".", "500"],
  ["500 F", ".", "500"],
  ["500 MXN", ".", "500"],
  ["5 BTC", ".", "5"],
  ["1.234,56 D", ",", "-1234.56"],
  ["1.234,56C", ",", "1234.56"],
  ["1,500.00 DB", ".", "-1500"],
  ["50.00 Debit", ".", "-50"],
  ["Débit 50,00", ",", "-50"],
  ["50.00 Credit", ".", "50"],
  ["D 50.00", ".", "50"],
] as const)("[CLOSE-1] the amount %s with decimals after %s is %s", (cell, mark, amount) => {
  expect(amountOf(cell, mark)).toBe(amount);
});

test.each([
  ["2026-11-25", "YMD", "2026-11-25"],
  ["2026/11/25 10:00", "YMD", "2026-11-25"],
  ["20261125", "YMD", "2026-11-25"],
  ["25/11/2026", "DMY", "2026-11-25"],
  ["25.11.26", "DMY", "2026-11-25"],
  ["26-01-02", "YMD", "2026-01-02"],
  ["26-01-2026", "YMD", undefined],
  ["6-01-02", "YMD", undefined],
  ["11/25/2026 10:22 PM", "MDY", "2026-11-25"],
  ["25-Nov-2026", "YMD", "2026-11-25"],
  ["25 November 2026", "YMD", "2026-11-25"],
  ["Nov 25, 2026", "YMD", "2026-11-25"],
  ["2026-11-25T23:30:00+00:00", "YMD", "2026-11-26"],
  ["2026-11-25 23:30:00 UTC", "YMD", "2026-11-26"],
  ["2026-11-25 23:30:00+00", "YMD", "2026-11-26"],
  ["2026-11-25 23:30:00.123 +0000 UTC", "YMD", "2026-11-26"],
  ["2026-11-25T23:30:00,000Z", "YMD", "2026-11-26"],
  ["11/25/2026 11:30 PM GMT", "MDY", "2026-11-26"],
  ["25 Nov 2026 23:30 GMT+1", "YMD", "2026-11-25"],
  ["2026-11-26T01:30:00+02:30", "YMD", "2026-11-26"],
  ["25.11.2026 23:30 Uhr", "DMY", "2026-11-25"],
  ["25/11/2026 11:30:33 p. m.", "DMY", "2026-11-25"],
  ["25/11/2026 23:30 hs", "DMY", "2026-11-25"],
  ["2026-11-25 23:30 (UTC+0)", "YMD", "2026-11-26"],
  ["2026-11-25 23:30:33 +0000 GMT", "YMD", "2026-11-26"],
  ["2026-11-25 23:30:33:123", "YMD", "2026-11-25"],
  ["2026-11-25 23:30 - Transfer", "YMD", "2026-11-25"],
  ["2026-11-25 23:30:00 WAT", "YMD", "2026-11-25"],
  ["2026-11-26 00:30 (CET)", "YMD", "2026-11-26"],
  ["2026-11-26 00:30 EAT", "YMD", "2026-11-25"],
  ["2026-11-25 23:30:00 XYZ", "YMD", undefined],
  ["2026-11-25 23:30 Africa/Lagos", "YMD", undefined],
  ["Thu, 1 Jan 2026", "YMD", "2026-01-01"],
  ["Thu 01/02/2026", "DMY", "2026-02-01"],
  ["jue., 1 ene 2026", "YMD", "2026-01-01"],
  ["Thu, Jan 1, 2026", "YMD", "2026-01-01"],
  ["Thu Jan 01 2026 23:30:00 GMT+0000 (UTC)", "YMD", "2026-01-02"],
  ["Mar 3, 2026", "YMD", "2026-03-03"],
  ["mar 3 feb 2026", "YMD", "2026-02-03"],
  ["Balance 01/02/2026", "DMY", undefined],
  ["46023", "YMD", undefined],
  ["31/02/2026", "DMY", undefined],
  ["25/11/2026", "MDY", undefined],
  ["25/11/2026", "YMD", undefined],
  ["soon", "YMD", undefined],
] as const)("[CLOSE-1] the day of %s, written %s, is %s", (cell, order, day) => {
  expect(dayOf(cell, order, "Africa/Lagos")).toBe(day);
});

test.each([
  ["1er janvier 2026", "2026-01-01"],
  ["25 févr. 2026", "2026-02-25"],
  ["25-ene-26", "2026-01-25"],
  ["3 de abril de 2026", "2026-04-03"],
  ["5 juin 2026", "2026-06-05"],
  ["5 juil. 2026", "2026-07-05"],
  ["31/août/2026", "2026-08-31"],
  ["15 dic 2026", "2026-12-15"],
  ["15 déc. 2026 14:05", "2026-12-15"],
  ["15 brumaire 2026", undefined],
])("[CLOSE-1] %s, as French and Spanish sheets write it, is %s", (cell, day) => {
  expect(dayOf(cell, "DMY", "Africa/Lagos")).toBe(day);
});

test("[CLOSE-1] a line that can't be read is named with its reason, and a file without a head or lines is refused", () => {
  const { entries, bad } = readBy("Date,Amount,Currency\n2026-11-25,5,NGN\n2026-11-25,five,NGN\nlater,5,NGN\n2026-11-25,5,\n", {
    dateOrder: "YMD",
  });
  expect(entries).toHaveLength(1);
  expect(bad).toEqual([
    { line: 3, why: "amount" },
    { line: 4, why: "date" },
    { line: 5, why: "currency" },
  ]);
  expect(readStatement(bytes("just a letter\nto somebody\n")).is).toBe("headless");
  // A workbook, whatever its extension.
  expect(readStatement(Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 8, 0, 0x41)).is).toBe("unreadable");
  expect(readStatement(bytes("Date,Amount\n")).is).toBe("empty");
  expect(readStatement(bytes("")).is).toBe("empty");
  expect(readStatement(bytes('Date,Amount\n2026-11-25,"5\n'))).toEqual({ is: "loose quote", line: 2 });
});

test("[CLOSE-1] a line with more cells than the head, as of thousands without quotes, is named and not read", () => {
  const lines = ["2026-11-25,CF-1,1,500.00", "2026-11-25,CF-2,2.00,", '2026-11-25, CF-3, "3,500.00"'];
  const { entries, bad } = readBy(["Date,Reference,Amount", ...lines].join("\n"), { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["2", "3500"]);
  expect(bad).toEqual([{ line: 2, why: "cells" }]);
});

test("[CLOSE-1] a line with more cells than the others is named, also where the last one is empty", () => {
  const { entries, bad } = readBy(
    ["Date,Reference,Amount,Note", "2026-11-25,CF-1,1,500.00,", "2026-11-25,CF-2,2.00,", "2026-11-25,CF-3,3.00,x"].join("\n"),
    { onlyCurrency: "NGN" },
  );
  expect(entries.map(({ amount }) => amount)).toEqual(["2", "3"]);
  expect(bad).toEqual([{ line: 2, why: "cells" }]);
});

test("[CLOSE-1] amounts that their commas cut in two are named, also where most lines have a cell too many for it", () => {
  const cut = ["2026-11-25,CF-1,1,500.00,", "2026-11-25,CF-2,2,750.00,", "2026-11-25,CF-3,12,000,000.00,"];
  const { entries, bad } = readBy(["Date,Reference,Amount,Note", ...cut, "2026-11-25,CF-4,300.00,"].join("\n"), { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["300"]);
  expect(bad).toEqual([2, 3, 4].map((line) => ({ line, why: "cells" })));
});

test.each([
  ["Date,Reference,Amount,Narration", []],
  ["Date,Reference,Amount,Branch", ["2026-11-25,CF-2,2,Lagos", "2026-11-25,CF-3,3,Abuja"]],
])("[CLOSE-1] below %s an amount that its comma cut in two is named, also where the line has no cell too many", (head, others) => {
  const { entries, bad } = readBy([head, "2026-11-25,CF-1,1,500", ...others].join("\n"), { onlyCurrency: "NGN" });
  expect(entries).toHaveLength(others.length);
  expect(bad).toEqual([{ line: 2, why: "cells" }]);
});

test("[CLOSE-1] a balance beside the amount is no part of it", () => {
  const { entries } = readBy("Date,Reference,Amount,Balance\n2026-11-25,CF-1,1,500\n", { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["1"]);
});

test("[CLOSE-1] a delimiter at the end of each line cuts no amount", () => {
  const lines = ["2026-11-25;CF-1;5;100;", "2026-11-25;CF-2;6;200;"];
  const { entries } = readBy(["Date;Reference;Amount;Balance", ...lines].join("\n"), { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["5", "6"]);
});

test("[CLOSE-1] entries below another head than the one that is read are named; a head that is repeated is no line", () => {
  const credits = ["Date,Reference,Amount", "2026-11-24,CF-0,9.00", "Total,,9.00"];
  const debits = [
    "Date,Reference,Amount,Currency",
    "2026-11-25,CF-1,5.00,NGN",
    "DATE,Reference,Amount,Currency",
    "2026-11-26,CF-2,6.00,NGN",
  ];
  const above = readBy([...credits, ...debits].join("\n"));
  expect(above.entries.map(({ reference }) => reference)).toEqual(["CF-1", "CF-2"]);
  expect(above.bad).toEqual([{ line: 2, why: "head" }]);
  const below = readBy([...debits, ...credits].join("\n"));
  expect(below.entries.map(({ reference }) => reference)).toEqual(["CF-1", "CF-2"]);
  expect(below.bad).toEqual([{ line: 6, why: "head" }]);
});

test("[CLOSE-1] lines that failed or are pending by the file's own status are left out", () => {
  const states = ["Successful", "failed", "Abandoned", "Pending", "Réussi", "Échoué", "Completed", ""];
  const lines = states.map((state, at) => `2026-11-25,CF-${at},${at + 1}.00,NGN,${state}`);
  const { entries, undone, bad } = readBy(["Date,Reference,Amount,Currency,État", ...lines].join("\n"));
  expect(entries.map(({ line }) => line)).toEqual([2, 6, 8, 9]);
  expect(undone).toEqual([3, 4, 5, 7]);
  expect(bad).toEqual([]);
});

test.each([
  "Amount (₦'000)",
  "Amount in thousands",
  "Amount (NGN k)",
  "Amount (₦m)",
  "Amount 000s",
  "Amount (kobo)",
  "Importe (miles)",
  "Amount x1000",
  "Amount M",
])("[CLOSE-1] no figure is read from a column of multiples or parts: %s", (amount) => {
  const table = tableIn(`Date,Reference,${amount},Currency\n2026-11-25,CF-1,5.00,NGN\n`);
  const { entries, bad } = entriesOf(table, { ...guessMapping(table), amount: 2 }, "Africa/Lagos");
  expect(entries).toEqual([]);
  expect(bad).toEqual([{ line: 2, why: "amount" }]);
});

test.each([
  ["Amount (GHS)", "NGN", false],
  ["Amount in dollars", "NGN", false],
  ["Amount in francs", "NGN", false],
  ["Amount in francs", "XOF", true],
  ["Amount (₵)", "GHS", true],
  ["Amount in dollars", "CAD", true],
  ["Amount (Naira)", "Naira", true],
])("[CLOSE-1] amounts below %s may be those of a line in %s: %s", (amount, currency, isRead) => {
  const { entries, bad } = readBy(`Date,Reference,${amount},Currency\n2026-11-25,CF-1,5.00,${currency}\n`);
  expect(entries).toHaveLength(isRead ? 1 : 0);
  expect(bad).toEqual(isRead ? [] : [{ line: 2, why: "currency" }]);
});

test("[CLOSE-1] a line with zero on both sides, as of an opening balance, has no amount; one with both is named", () => {
  const lines = ["Opening balance,0.00,0.00", "CF-1,500.00,0.00", "CF-2,0.00,750.00", "CF-3,1.00,2.00"].map((line) => `2026-11-25,${line}`);
  const { entries, bad, skipped } = readBy(["Date,Reference,Debit,Credit", ...lines].join("\n"), { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["-500", "750"]);
  expect(skipped).toEqual([2]);
  expect(bad).toEqual([{ line: 5, why: "amount" }]);
});

test("[CLOSE-1] of two columns of one name neither is guessed", () => {
  const table = tableIn("Date,Amount,amount,Currency\n2026-11-25,5,6,NGN\n");
  const mapping = guessMapping(table);
  expect(mapping.amount).toBeUndefined();
  expect(missingIn(mapping)).toEqual(["amount"]);
});

test.each([
  ["Debit Amount", "Credit Amount"],
  ["Montant débit", "Montant crédit"],
  ["Importe cargo", "Importe abono"],
])("[CLOSE-1] amounts in %s and %s keep their sides, beside a balance", (debit, credit) => {
  const { entries, bad, skipped } = readBy(
    `Date,Reference,${debit},${credit},Balance Amount,Currency\n2026-11-25,CF-1,500.00,,1.00,NGN\n2026-11-25,CF-2,,750.00,2.00,NGN\n`,
  );
  expect(entries.map(({ amount }) => amount)).toEqual(["-500", "750"]);
  expect([...bad, ...skipped]).toEqual([]);
});

test.each([
  ["Date,Transaction Amount,Debit/Credit,Currency", { amount: 1, credit: undefined, debit: undefined }],
  ["Date,Amount (DR/CR),Balance,Currency", { amount: 1, credit: undefined, debit: undefined }],
  ["Date,Debit/Credit,Balance,Currency", { amount: undefined, credit: undefined, debit: undefined }],
  ["Date,Debit Account,Credit Account,Amount", { amount: 3, credit: undefined, debit: undefined }],
  ["Date,Quantity,Amount,Currency", { amount: undefined, credit: undefined, debit: undefined }],
  ["Date,Debit Account,Debit Amount,Credit Amount", { amount: undefined, credit: undefined, debit: undefined }],
])("[CLOSE-1] of the head %s no amount is guessed from several, nor a side from a head that names both", (head, columns) => {
  expect(guessMapping(tableIn(`${head}\n2026-11-25,1,2,3\n`))).toMatchObject(columns);
});

test("[CLOSE-1] money out is known by any dash, and by DR at either end; a dash for no cents is none", () => {
  expect(["–5", "5–", "－5", "5.00 (DR)", "DR 5", "Dr. 5"].map((cell) => amountOf(cell, "."))).toEqual(Array(6).fill("-5"));
  expect(["5.-", "5.–", "CHF 5.-", "5 CR", "5 XDRX"].map((cell) => amountOf(cell, "."))).toEqual(Array(5).fill("5"));
});

test("[CLOSE-1] a month is known by its name or the beginning of it, and not by another word that begins like it", () => {
  const day = (word: string) => dayOf(`1 ${word} 2026`, "DMY", "UTC");
  const named = [
    "oct",
    "octobre",
    "octubre",
    "sept",
    "janeiro",
    "mär",
    "déc",
    "dez",
    "juill",
    "juil",
    "avr",
    "janv",
    "f\u00e9vr",
    "marzo",
    "août",
    "MAYO",
  ];
  expect(named.filter((word) => day(word) === undefined)).toEqual([]);
  const others = ["Octopus", "Market", "Mayor", "Junction", "Deck", "Octobers", "jui"];
  expect(others.map(day)).toEqual(others.map(() => undefined));
});

test("[CLOSE-1] a figure with digits of other kinds, or that is a bound, isn't read by its other digits", () => {
  const cells = ["½5", "5½", "<5", "> 5", "~5", "≤5", "±5", "≈ 5", "٥00", "５00", "5²", "5 miles", "5 milliers"];
  expect(cells.map((cell) => amountOf(cell, "."))).toEqual(cells.map(() => undefined));
});

test("[CLOSE-1] a dash, alone or behind a currency sign, is an empty amount", () => {
  const lines = ["CF-1,500.00,-", "CF-2,--,750.00", "CF-3,₦ -,1.00", "CF-4,2.00,–", "CF-5,-,—"].map((line) => `2026-11-25,${line},NGN`);
  const { entries, bad, skipped } = readBy(["Date,Reference,Debit,Credit,Currency", ...lines].join("\n"));
  expect(entries.map(({ amount }) => amount)).toEqual(["-500", "750", "1", "-2"]);
  expect(bad).toEqual([]);
  expect(skipped).toEqual([6]);
});

test("[CLOSE-1] what was chosen for another file gives way to how this one writes figures and days, where that can be told", () => {
  const kept = { ...guessMapping(tableIn("Date,Amount,Currency\n03/04/2026,5,NGN\n")), dateOrder: "MDY", decimalMark: "." } as const;
  const telling = guessMapping(tableIn('Date,Amount,Currency\n25/04/2026,"1,5",NGN\n'));
  expect(recalled(kept, telling)).toMatchObject({ dateOrder: "DMY", decimalMark: "," });
  const silent = guessMapping(tableIn('Date,Amount,Currency\n03/04/2026,"1,234",NGN\n'));
  expect(recalled(kept, silent)).toMatchObject({ dateOrder: "MDY", decimalMark: "." });
});

test.each([
  ["Date,Reference,Amount,Dr/Cr", "CF-1,500.00,DR", "CF-2,750.00,CR"],
  ["Date,D/C,Value,Reference", "D,500.00,CF-1", "C,750.00,CF-2"],
  ["Date,Debit/Credit,Transaction Amount,Details", "Debit,500.00,CF-1", "Credit,750.00,CF-2"],
  ["Date,Type,Debit/Credit Amount,Details", "Débit,500.00,CF-1", "Crédit,750.00,CF-2"],
  ["Fecha,Referencia,Importe,Tipo", "CF-1,500.00,Cargo", "CF-2,750.00,Abono"],
  ["Date,Reference,Amount,Sign,Balance,Dr/Cr", "CF-1,500.00,-,1.00,CR", "CF-2,750.00,+,2.00,CR"],
])("[CLOSE-1] a column of its own says what came and what went: %s", (head, went, came) => {
  const { entries, bad } = readBy(`${head}\n2026-11-25,${went}\n2026-11-25,${came}\n`, { onlyCurrency: "NGN" });
  expect(entries.map(({ amount, reference }) => [amount, reference])).toEqual([
    ["-500", "CF-1"],
    ["750", "CF-2"],
  ]);
  expect(bad).toEqual([]);
});

test("[CLOSE-1] a line whose debit or credit can't be read, or contradicts the sign of its amount, is named", () => {
  const lines = ["-1.00,DR", "-2.00,CR", "3.00,", "-4.00,Fee", "5.00,Fee", "0.00,", "7.00,C", "8.00,DR"].map(
    (line) => `2026-11-25,${line}`,
  );
  const { entries, bad } = readBy(["Date,Amount,Type", ...lines].join("\n"), { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["-1", "-4", "0", "7", "-8"]);
  expect(bad).toEqual([3, 4, 6].map((line) => ({ line, why: "side" })));
});

test("[CLOSE-1] a column of other types says no side", () => {
  expect(guessMapping(tableIn("Date,Type,Amount\n2026-11-25,Transfer,5\n2026-11-25,Debit,6\n")).side).toBeUndefined();
  expect(guessMapping(tableIn("Date,Debit,Credit,Balance,Balance Type\n2026-11-25,5,,1,CR\n")).side).toBeUndefined();
  expect(guessMapping(tableIn("Date,Amount,Fee\n2026-11-25,5,-\n2026-11-25,6,-\n")).side).toBeUndefined();
});

test.each([
  [["26-01-02"], ""],
  [["26-01-02", "26-01-30"], "YMD"],
  [["26-01-02", "03-01-02"], ""],
  [["25.11.26", "31.12.26"], "DMY"],
  [["25.11.26", "1.12.26"], "DMY"],
  [["11/25/26", "12/01/26"], "MDY"],
  [["26-01-2026"], "DMY"],
  [["2026-01-02"], "YMD"],
] as const)("[CLOSE-1] the order of the dates %j is %j: a year of two digits may stand at either end", (dates, dateOrder) => {
  vi.setSystemTime("2026-11-28");
  onTestFinished(() => void vi.useRealTimers());
  expect(guessMapping(tableIn(["Date,Amount", ...dates.map((date) => `${date},5`)].join("\n")))).toMatchObject({ dateOrder });
});

test("[CLOSE-1] cells that a spreadsheet is told to keep as text are read as they show", () => {
  const lines = ['="25/11/2026",="00123456","=""1,500.00"""', '25/11/2026,"=""R """"1""""""",="-2.50"'];
  const { entries } = readBy(["Date,Reference,Amount", ...lines].join("\n"), { onlyCurrency: "NGN", dateOrder: "DMY" });
  expect(entries.map(({ amount, reference }) => [amount, reference])).toEqual([
    ["1500", "00123456"],
    ["-2.5", 'R "1"'],
  ]);
});

test.each([
  // GTBank, HDFC, Union Bank of Nigeria, Moniepoint, Paystack.
  ["Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Remarks", { date: 0, reference: 2, amount: undefined, debit: 3, credit: 4 }],
  ["Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.", { date: 0, amount: undefined, debit: 4, credit: 5 }],
  ["Date,Narration,Withdrawals,Lodgements,Balance", { amount: undefined, debit: 2, credit: 3 }],
  ["Date,Amount (NGN),Settlement Debit (NGN),Settlement Credit (NGN)", { amount: undefined, debit: undefined, credit: undefined }],
  ["Date,Refunded,Amount,Transaction Reference", { amount: 2, reference: 3 }],
  ["Date,Narration,Withdrawals,Turnover", { amount: undefined, debit: undefined, credit: undefined }],
  ["Date,Narration,Debit,Credit Card,Amount", { amount: 4, debit: undefined, credit: undefined }],
])("[CLOSE-1] of the head %s no date is taken for an amount, and no side alone", (head, columns) => {
  expect(guessMapping(tableIn(`${head}\n2026-11-25,20261125,2,20261125,3,4,5\n`))).toMatchObject(columns);
});

test("[CLOSE-1] a line of the statement whose texts name columns is not its head", () => {
  const lines = ["25/11/2026,500,first,,", "26/11/2026,600,Credit ref,Value date,Session ID 5", "27-Nov,700,Ref,Day,"].join("\n");
  const table = tableIn(`When,Amount,Narration,More,Other\n${lines}`);
  expect(table.rows.map(({ line }) => line)).toEqual([2, 3, 4]);
  expect(readStatement(bytes(`When,Total,Narration,More,Other\n${lines}`)).is).toBe("headless");
});

test("[CLOSE-1] a time zone of the head that has a name counts, too", () => {
  const { entries } = readBy("Time (EAT),Amount,Currency\n2026-11-26 00:30,5,NGN\n2026-11-26 01:30,6,NGN\n");
  expect(entries.map(({ day }) => day)).toEqual(["2026-11-25", "2026-11-25"]);
});

test.each(["Date(UTC)", "UTC_Time", "Date (GMT+00:00)"])("[CLOSE-1] times below %s become days of the chosen zone", (head) => {
  const lines = ["2026-11-25 23:30:00", "2026-11-25", "2026-11-25T23:30:00+02:00"].map((cell) => `${cell},5,NGN`);
  const { entries } = readBy([`${head},Amount,Currency`, ...lines].join("\n"), { date: 0, dateOrder: "YMD" });
  expect(entries.map(({ day }) => day)).toEqual(["2026-11-26", "2026-11-25", "2026-11-25"]);
});

test("[CLOSE-1] a type whose amounts have their signs already says no side", () => {
  const lines = ["deposit,0.5", "withdrawal,-0.5", "withdrawal,-0.5", "trade,0.7"].map((line) => `2026-11-25,${line}`);
  const { entries, bad } = readBy(["Time,Type,Amount", ...lines].join("\n"), { onlyCurrency: "BTC" });
  expect(entries.map(({ amount }) => amount)).toEqual(["0.5", "-0.5", "-0.5", "0.7"]);
  expect(bad).toEqual([]);
});

test("[CLOSE-1] a line whose amount names another currency than the line's is named, and not read", () => {
  const cells = ["USD 1.00", "NGN 2.00", "3.00 ngnb", "₦4.00", "5.00 DR", "6.00 USDT", "€7.00", "USDX 8.00"];
  const lines = cells.map((cell) => `2026-11-25,${cell},a`).join("\n");
  const { entries, bad } = readBy(`Date,Amount,Details\n${lines}`, { onlyCurrency: "NGN" });
  expect(entries.map(({ amount }) => amount)).toEqual(["2", "3", "4", "-5", "8"]);
  expect(bad).toEqual([2, 7, 8].map((line) => ({ line, why: "currency" })));
  const other = readBy("Date,Debit,Credit,Currency\n2026-11-25,,$1.00,USD\n2026-11-25,BTC 2.00,,btc\n2026-11-25,NGN 3.00,,USD\n");
  expect(other.entries.map(({ amount }) => amount)).toEqual(["1", "-2"]);
  expect(other.bad).toEqual([{ line: 4, why: "currency" }]);
});

test("[CLOSE-1] lines in another currency than the head of their amounts are named, and not read", () => {
  const lines = ["BTC,50", "USD,60", "USDT,70"].map((line) => `2026-11-25,${line}`).join("\n");
  const { entries, bad } = readBy(`Date,Asset,Amount (USD)\n${lines}`);
  expect(entries.map(({ line }) => line)).toEqual([3, 4]);
  expect(bad).toEqual([{ line: 2, why: "currency" }]);
  expect(readBy("Trx Date,Trx Amount,Currency\n2026-11-25,5,NGN\n2026-11-25,$6,NGN\n2026-11-25,$7,CAD\n")).toMatchObject({
    entries: [{ amount: "5" }, { amount: "7" }],
    bad: [{ line: 3, why: "currency" }],
  });
});

test.each([
  // Revolut, PayPal, Wise, Mercury; the second column is of something else.
  ["State", ["COMPLETED", "REVERTED", "PENDING", "DECLINED"]],
  ["Status", ["Completed", "Denied", "Voided", "Unclaimed", "Held"]],
  ["Status", ["COMPLETED", "INCOMING_PAYMENT_WAITING", "BOUNCED_BACK", "CANCELLED"]],
  ["Settlement Status,Status", ["pending,success", "pending,failed", "settled,abandoned"]],
  ["State,Status", ["Lagos,success", "Lagos,On hold", "Abuja,Timed out"]],
  [
    "Status",
    [
      "Approved",
      "Reversed",
      "Refunded",
      "Returned",
      "Error",
      "Aborted",
      "Scheduled",
      "Dishonoured",
      "Authorized",
      "Charged back",
      "Chargeback",
      "Disputed",
      "Unprocessed",
      "Not successful",
      "Rejeté",
      "Remboursé",
      "Devuelto",
    ],
  ],
] as const)("[CLOSE-1] of lines below %s only the first of %j has moved money", (name, states) => {
  const lines = states.map((state, at) => `2026-11-25,CF-${at},${at + 1}.00,NGN,${state}`);
  const { entries, undone } = readBy([`Date,Reference,Amount,Currency,${name}`, ...lines].join("\n"));
  expect(entries.map(({ line }) => line)).toEqual([2]);
  expect(undone).toHaveLength(states.length - 1);
});

test.each([
  ["Status", ["Success", "Failed", "Gebucht", "", "Paid"], [4]],
  // No column of states.
  ["State", ["Lagos", "Abuja"], []],
] as const)("[CLOSE-1] below %s, of %j those whose status isn't known count as moved, and are named", (name, states, named) => {
  const lines = states.map((state, at) => `2026-11-25,CF-${at},${at + 1}.00,NGN,${state}`);
  const { entries, undone, unsure } = readBy([`Date,Reference,Amount,Currency,${name}`, ...lines].join("\n"));
  expect(entries.length + undone.length).toBe(states.length);
  expect(unsure).toEqual(named);
});

test.each([
  // Flutterwave, Monnify, Paystack's API, a core banking system.
  ["id,tx_ref,amount,app_fee,currency,transaction_date", { reference: 1, amount: 2, currency: 4, date: 5 }],
  ["transactionReference,amountPaid,currencyCode,transactionDate", { reference: 0, amount: 1, currency: 2, date: 3 }],
  ["VALUE_DATE,DEBIT_AMOUNT,CREDIT_AMOUNT,SESSION_ID", { date: 0, amount: undefined, debit: 1, credit: 2, reference: 3 }],
])("[CLOSE-1] the words of a head that are joined are told apart: %s", (head, columns) => {
  expect(guessMapping(tableIn(`${head}\n1,2,3,4,5,6\n`))).toMatchObject(columns);
  expect(tableIn(`${head}\n1,2,3,4,5,6\n`).head.join(",")).toBe(head);
});

test("[CLOSE-1] a status below a joined name counts, too", () => {
  const lines = ["2026-11-25,CF-1,5,NGN,PAID", "2026-11-25,CF-2,5,NGN,FAILED"];
  const { entries, undone } = readBy(["transactionDate,paymentReference,amountPaid,currency,paymentStatus", ...lines].join("\n"));
  expect([entries.map(({ line }) => line), undone]).toEqual([[2], [3]]);
});

test("[CLOSE-1] a currency may be given by its sign", () => {
  const { entries, bad } = readBy("Date,Amount,Currency\n2026-11-25,5,₦\n2026-11-25,€6,€\n2026-11-25,₦7,₦\n2026-11-25,£8,₦\n");
  expect(entries.map(({ currency }) => currency)).toEqual(["NGN", "EUR", "NGN"]);
  expect(bad).toEqual([{ line: 5, why: "currency" }]);
  expect(readBy("Date,Amount\n2026-11-25,5\n", { onlyCurrency: "₦" }).entries).toMatchObject([{ currency: "NGN" }]);
});

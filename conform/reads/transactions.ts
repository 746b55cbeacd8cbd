import Big from "big.js";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import { nameOf } from "../../src/contract/call.ts";
import { invalidTokenMessage } from "../../src/contract/sign-in.ts";
import { type Transaction, filterTransactions, recentTransactions, transactionsPageSize } from "../../src/contract/transactions.ts";
import { type Conformance, endsSession } from "../conformance.ts";
import { type Difference, shown } from "../differences.ts";
import { inText } from "./in-text.ts";

const limit = transactionsPageSize;

/** A forged token must end the session on every screen. */
async function checkForgedToken(conformance: Conformance): Promise<Difference[]> {
  const { token } = conformance;
  const forged = token.length > 8 ? `${token.slice(0, -6)}${token.endsWith("AAAAAA") ? "BBBBBB" : "AAAAAA"}` : `${token}x`;
  const asked = await conformance.ask(dashboardAnalytics, { token: forged });
  if (asked === undefined || asked.status === 401 || endsSession(asked)) return [];
  const { status, message } = asked;
  return [
    {
      field: "status for a forged token",
      expected: `401, or 403 "${invalidTokenMessage}"`,
      got: message === undefined ? String(status) : `${status} ${shown(message)}`,
    },
  ];
}

const ids = (rows: readonly Transaction[]): Set<string> => new Set(rows.map(({ id }) => id));

function orderOf(rows: readonly Transaction[]): Difference[] {
  const at = rows.findIndex((row, index) => index > 0 && row.createdAt > (rows[index - 1]?.createdAt ?? row.createdAt));
  return at < 0 ? [] : [{ field: `data[${at}].createdAt`, expected: "the newest rows first", got: "a row newer than the one before it" }];
}

function onePage(rows: readonly Transaction[], most: number): Difference[] {
  const found = orderOf(rows);
  if (rows.length > most) found.push({ field: "data", expected: `at most ${most} rows, as limit asks`, got: `a list of ${rows.length}` });
  const twice = rows.length - ids(rows).size;
  if (twice > 0) found.push({ field: "data[].id", expected: "each row once", got: `${twice} twice` });
  return found;
}

/** Clocks and slow answers may differ by so much, in ms; zones do by more. */
const clocksDifferBy = 10 * 60_000;

/** What names no zone counts as UTC, so that local times east of it lie in the future. */
function notYet([newest]: readonly Transaction[], hostDate: string | undefined): Difference[] {
  if (newest === undefined || !(Date.parse(newest.createdAt) > Date.parse(hostDate ?? "") + clocksDifferBy)) return [];
  const expected = `no time after the host's own clock, ${hostDate}; one without a zone counts as UTC`;
  return [{ field: "data[0].createdAt", expected, got: newest.createdAt }];
}

/** `few`: a first page of fewer rows, asked for before `first`. Both begin with the newest rows, unless pages count from 0. */
const beginsElsewhere = (few: readonly Transaction[], first: readonly Transaction[]): Difference[] =>
  few.length > 0 && !few.some(({ id }) => ids(first).has(id))
    ? [{ field: "data of page 1", expected: "the newest rows: pages count from 1", got: "none of those of a smaller page 1" }]
    : [];

/** Rows that arrive between two pages push others onto the next one: that many may appear twice, and no more. */
async function secondPage(
  conformance: Conformance,
  first: readonly Transaction[],
  hasNextPage: boolean | undefined,
): Promise<Difference[]> {
  const second = await conformance.check(recentTransactions, { query: { page: 2, limit } });
  const again = await conformance.check(recentTransactions, { query: { page: 1, limit } });
  if (second === undefined || again === undefined) return [];
  const known = ids(first);
  const arrived = again.rows.filter(({ id }) => !known.has(id)).length;
  const repeated = second.rows.filter(({ id }) => known.has(id)).length;
  const found = onePage(second.rows, limit);
  if (repeated > arrived)
    found.push({ field: "data of page 2", expected: "the rows after page 1", got: `${repeated} rows of page 1 again` });
  if (second.rows.length > 0 && hasNextPage !== true)
    found.push({ field: "pagination.hasNextPage", expected: "true, since page 2 has rows", got: shown(hasNextPage) });
  return found;
}

interface Filter {
  readonly query: Readonly<Record<string, string>>;
  readonly fits: (row: Transaction) => boolean;
}

const dayOf = (row: Transaction): string => row.createdAt.slice(0, 10);
const size = ({ amount }: Transaction): Big => new Big(amount ?? 0).abs();

/** A filter for each field, derived from an existing row. */
function filtersBy(row: Transaction): Filter[] {
  const { status, type, currency, reference, amount } = row;
  const day = dayOf(row);
  return [
    ...(status === undefined
      ? []
      : [
          {
            query: { transactionStatus: status.toUpperCase() },
            fits: (one: Transaction) => one.status?.toUpperCase() === status.toUpperCase(),
          },
        ]),
    ...(type === undefined ? [] : [{ query: { transactionType: type }, fits: (one: Transaction) => one.type === type }]),
    ...(currency === undefined
      ? []
      : [
          {
            query: { currency: currency.toUpperCase() },
            fits: (one: Transaction) => one.currency?.toUpperCase() === currency.toUpperCase(),
          },
        ]),
    ...(reference === undefined
      ? []
      : [
          {
            query: { searchTerm: reference },
            fits: (one: Transaction) => JSON.stringify(one).toLowerCase().includes(reference.toLowerCase()),
          },
        ]),
    { query: { dateFrom: day }, fits: (one) => dayOf(one) >= day },
    { query: { dateTo: day }, fits: (one) => dayOf(one) <= day },
    { query: { dateFrom: day, dateTo: day }, fits: (one) => dayOf(one) === day },
    ...(amount === null || amount === undefined
      ? []
      : [
          { query: { minAmount: size(row).toFixed() }, fits: (one: Transaction) => size(one).gte(size(row)) },
          { query: { maxAmount: size(row).toFixed() }, fits: (one: Transaction) => size(one).lte(size(row)) },
        ]),
  ];
}

async function checkFilters(conformance: Conformance, row: Transaction | undefined): Promise<void> {
  const name = nameOf(filterTransactions);
  if (row === undefined) return conformance.pass(name, { is: "not asked", why: "there is no transaction to look for" });
  for (const { query, fits } of filtersBy(row)) {
    const answer = await conformance.check(filterTransactions, { query: { ...query, page: 1, limit } });
    if (answer === undefined) return;
    const asked = inText(query);
    const strangers = answer.rows.filter((one) => !fits(one)).length;
    const found = onePage(answer.rows, limit);
    if (strangers > 0)
      found.push({ field: `data for ${asked}`, expected: "only rows that fit", got: `${strangers} of ${answer.rows.length} don't` });
    if (answer.rows.length === 0) found.push({ field: `data for ${asked}`, expected: `a row such as ${row.id}`, got: "no row" });
    conformance.note(name, found);
  }
}

/** The dashboard: figures, list, pages and filters (DASH-1, DASH-5, DASH-7). */
export async function checkTransactions(conformance: Conformance): Promise<void> {
  await conformance.check(dashboardAnalytics);
  conformance.note(nameOf(dashboardAnalytics), await checkForgedToken(conformance));
  const few = await conformance.check(recentTransactions, { query: { page: 1, limit: 5 } });
  const first = await conformance.check(recentTransactions, { query: { page: 1, limit } });
  const name = nameOf(recentTransactions);
  if (few !== undefined) conformance.note(name, onePage(few.rows, 5));
  if (first !== undefined) {
    conformance.note(name, onePage(first.rows, limit));
    conformance.note(name, notYet(first.rows, conformance.hostDate));
    if (few !== undefined) conformance.note(name, beginsElsewhere(few.rows, first.rows));
    conformance.note(name, await secondPage(conformance, first.rows, first.hasNextPage));
  }
  // If the list can't be read, the filter may still yield rows.
  const everything = { query: { dateTo: "2999-12-31", page: 1, limit } };
  const { rows } = first ?? (await conformance.check(filterTransactions, everything)) ?? { rows: [] };
  await checkFilters(conformance, rows.find(({ reference, amount }) => reference !== undefined && amount !== undefined) ?? rows[0]);
}

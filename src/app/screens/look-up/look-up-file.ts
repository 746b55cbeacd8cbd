import type { LookUpLine, LookUpResult } from "../../../sync/feeds/look-up.ts";
import { type CsvCell, csvFile, csvOf, figure } from "../../csv/csv.ts";
import { datedName, download } from "../../ui/download.ts";
import type { LookUpT } from "./look-up-words.ts";

const columns = [
  "item",
  "kind",
  "times",
  "result",
  "asOf",
  "id",
  "reference",
  "type",
  "status",
  "amount",
  "currency",
  "username",
  "userId",
  "email",
  "phone",
] as const;
type Cells = Partial<Record<(typeof columns)[number], CsvCell>>;

/** Lines written per batch, to keep the page responsive. */
const linesAtOnce = 250;

const iso = (at: number): string | undefined => (at > 0 ? new Date(at).toISOString() : undefined);

function cellsOf(t: LookUpT, line: LookUpLine): Cells[] {
  const own = { item: line.text, kind: t(`many.kinds.${line.kind}`), times: line.times, result: t(`many.file.results.${line.finding}`) };
  const transactions = line.transactions.map(({ seenAt, ...row }) => ({ ...own, asOf: iso(seenAt), ...row, amount: figure(row.amount) }));
  const users = line.users.map(({ id, email, username, phonenumber, seenAt }) => ({
    ...own,
    asOf: iso(seenAt),
    userId: id,
    email,
    username,
    phone: phonenumber,
  }));
  const found = [...transactions, ...users];
  return found.length > 0 ? found : [own];
}

const linesOf = (some: readonly Cells[]): string => csvOf(some.map((cells) => columns.map((column) => cells[column])));

/**
 * Look-up results as CSV, safe from formula injection: a line for each match, one for each item without any, and one for each of
 * the `unread` lines. `note`: the last line, if the results aren't of all that was pasted.
 */
export async function exportLines(
  t: LookUpT,
  { lines, unread }: Pick<LookUpResult, "lines" | "unread">,
  note: string | undefined,
): Promise<void> {
  const parts = [csvOf([columns.map((column) => t(`many.file.${column}`))])];
  for (let start = 0; start < lines.length; start += linesAtOnce) {
    const some = lines.slice(start, start + linesAtOnce).flatMap((line) => cellsOf(t, line));
    parts.push(linesOf(some));
    await new Promise((resolve) => setTimeout(resolve));
  }
  const result = t("many.file.results.unread");
  if (unread.length > 0) parts.push(linesOf(unread.map((item) => ({ item, result }))));
  if (note !== undefined) parts.push(csvOf([[note]]));
  download(datedName(t("many.file.name"), Date.now(), "csv"), csvFile(parts.join("\r\n")));
}

import { expect, test } from "vitest";
import { journalFile, lastLine, LogFile } from "../../src/app/screens/audit/log-file.ts";
import { readCsv } from "../../src/app/csv/csv.ts";
import { audit } from "../../src/app/words/en/audit.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import type { AuditEntry } from "../../src/contract/audit.ts";
import { exportAudit } from "../../src/sync/feeds/export-audit.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { unknownFunding } from "../support/attempts.ts";

const entryOf = (seq: number) => ({ seq }) as AuditEntry;
/** Pages of two, newest first. */
const pages = [
  [6, 5],
  [4, 3],
  [2, 1],
].map((page) => page.map(entryOf));

interface Said {
  readonly total?: number;
  readonly hasNextPage?: boolean;
}

/** A host whose pages carry these fields besides their entries. */
function hostThat(says: (page: number) => Said, entriesOf = (page: number) => pages[page - 1] ?? []) {
  const asked: number[] = [];
  const read = (_: unknown, { query }: { query: { page: number } }) => {
    asked.push(query.page);
    return Promise.resolve({ is: "answered", value: { entries: entriesOf(query.page), ...says(query.page) } });
  };
  return { asked, host: { config: {}, reads: { read }, beginAnew: () => {} } as unknown as Host };
}

async function exported(host: Host) {
  const seqs: number[] = [];
  const result = await exportAudit(host, {}, (entries) => seqs.push(...entries.map(({ seq }) => seq)), new AbortController().signal);
  return { result, seqs };
}

const all = [6, 5, 4, 3, 2, 1];

test.each<[string, (page: number) => Said, number[]]>([
  ["says whether there are more", (page) => ({ hasNextPage: page < 3 }), [1, 2, 3]],
  ["counts them", () => ({ total: 6 }), [1, 2, 3]],
  ["says neither", () => ({}), [1, 2, 3, 4]],
])("[AUD-1] the log of a host that %s is exported whole", async (_, says, pagesAsked) => {
  const { host, asked } = hostThat(says);
  expect(await exported(host)).toEqual({ result: { is: "done", entries: 6, upTo: 6 }, seqs: all });
  expect(asked).toEqual(pagesAsked);
});

test("[AUD-1] the log of a host that gives a page again is not passed off as whole", async () => {
  const { host } = hostThat(
    () => ({}),
    () => pages[0] ?? [],
  );
  expect((await exported(host)).result).toMatchObject({ is: "failed" });
});

test.each<[string, Said]>([
  ["counts more entries than it gives", { total: 9 }],
  ["says that there are more, and gives none", { total: 9, hasNextPage: true }],
])("[AUD-1] the log of a host that %s is not passed off as whole", async (_, says) => {
  const { host } = hostThat(() => says);
  expect((await exported(host)).result).toMatchObject({ is: "failed" });
});

test("[AUD-2] the journal's file says of an attempt that was settled by hand that it ended, as the list does", async () => {
  const ended = (as: "happened" | "did not happen") => ({ ...unknownFunding(as, 0, as), settled: { as, at: 1, note: "", byHost: false } });
  const file = journalFile("json", [ended("happened"), ended("did not happen"), unknownFunding("open", 0, "open")], {}, new Date(0), "END");
  const { attempts } = JSON.parse(await file.text()) as { attempts: readonly { outcome: string }[] };
  expect(attempts.map(({ outcome }) => outcome)).toEqual(["done", "refused", "unknown"]);
});

test("[AUD-1] the file of what the device had kept says in both formats that it is that, when it was, and the filter", async () => {
  addWords("en", { audit });
  const [at, filter] = [new Date(0), { actor: "ada", alerts: true }];
  const last = lastLine(translateIn("en", "audit"), "Kept", 1200, at, filter);
  expect(last).toBe(
    "END: 1,200 entries, only what this device had kept at 1970-01-01T00:00:00.000Z; the host may have more; filtered by actor=ada, alerts=true",
  );
  expect(readCsv(await new LogFile("csv").end(filter, at, last).text()).at(-1)).toEqual([last]);
  expect(JSON.parse(await new LogFile("json").end(filter, at, last).text())).toMatchObject({ filter, note: last });
});

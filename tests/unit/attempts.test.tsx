import { render, screen, within } from "@testing-library/react";
import * as v from "valibot";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { decimal } from "../../src/contract/decimal.ts";
import { type Transaction, transaction } from "../../src/contract/transactions.ts";
import { BalanceCheck } from "../../src/app/parts/balance-check.tsx";
import { Contradicted } from "../../src/app/parts/contradicted.tsx";
import { formatOf } from "../../src/app/format/use-format.ts";
import { standing } from "../../src/app/parts/attempt-words.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import { attempts } from "../../src/app/words/en/attempts.ts";
import { audit } from "../../src/app/words/en/audit.ts";
import { common } from "../../src/app/words/en/common.ts";
import { AttemptDetails } from "../../src/app/screens/audit/audit-details.tsx";
import { rowOfAttempt } from "../../src/app/screens/audit/log-row.ts";
import type { Attempt } from "../../src/db/money/journal.ts";
import { wireRow } from "../support/played-dashboard.ts";

beforeAll(() => addWords("en", { attempts, audit, common }));

const attempt: Attempt = {
  id: "attempt-1",
  at: Date.UTC(2026, 10, 1),
  operation: "fund",
  subject: "",
  by: "Ada",
  target: "ada@example.com",
  details: {},
  call: { method: "POST", path: "/funduser/fund", numbers: [] },
  body: undefined,
  state: { is: "unknown", at: Date.UTC(2026, 10, 1), message: undefined },
  settled: { as: "happened", at: Date.UTC(2026, 10, 2), note: "Seen in the ledger", byHost: false },
};
/** Settled as done, until a late answer said that it was refused. */
const contradicted: Attempt = { ...attempt, state: { is: "refused", at: Date.UTC(2026, 10, 3), status: 409, message: "Frozen" } };

async function factsOf(shown: Attempt): Promise<Record<string, string>> {
  const { unmount } = render(<AttemptDetails attempt={shown} onClose={() => {}} />);
  const dialog = await screen.findByRole("dialog");
  const names = within(dialog).getAllByRole("term");
  const values = within(dialog).getAllByRole("definition");
  const facts = Object.fromEntries(names.map((name, place) => [name.textContent, values[place]?.textContent ?? ""]));
  unmount();
  return facts;
}

test("[AUD-2] the details of a settled attempt end as its row does, and say as what it was settled, when and why", async () => {
  expect(rowOfAttempt(attempt).outcome).toBe("done");
  const facts = await factsOf(attempt);
  expect(facts).toMatchObject({ Outcome: "Done", "Settled as": "It happened", Note: "Seen in the ledger" });
  expect(facts["Settled at"]).toContain("2026");
  const open = await factsOf({ ...attempt, settled: undefined });
  expect(open).toMatchObject({ Outcome: "Outcome unknown" });
  expect(open).not.toHaveProperty("Settled as");
});

test("[AUD-2, FUND-6] the host's late answer comes before what an admin had found out, everywhere", async () => {
  expect(rowOfAttempt(contradicted)).toMatchObject({ outcome: "refused", message: "Frozen" });
  expect(await factsOf(contradicted)).toMatchObject({ Outcome: "Refused", Message: "Frozen", "Settled as": "It happened" });
  const t = translateIn("en", "attempts");
  expect(standing(t, contradicted)).toEqual({ tone: "failed", word: "Refused" });
  expect(standing(t, attempt)).toEqual({ tone: "neutral", word: "Settled: happened" });
});

test("[FUND-6] a host that contradicts what was settled is quoted either way, with what to look at", () => {
  const { rerender } = render(<Contradicted attempt={contradicted} onDismiss={() => {}} />);
  const notice = (): string => screen.getByRole("alert").textContent ?? "";
  expect(notice()).toContain("The host now says that it did not happen");
  expect(notice()).toContain("You had settled that it happened. The host refused it, so it changed nothing.");
  const done: Attempt = { ...attempt, state: { is: "done", at: Date.UTC(2026, 10, 3), message: undefined } };
  rerender(<Contradicted attempt={done} onDismiss={() => {}} />);
  expect(notice()).toContain("The host now says that it did happen");
  expect(notice()).toContain("You had settled that it did not happen. If it was sent again since, look whether it was done twice.");
});

test.each([
  [{ balanceBefore: "3" }, "0", "The balance is what it would be if it happened."],
  [{ balanceBefore: "3" }, "3", "The balance is what it was before."],
  [{}, "0", undefined],
] as const)(
  "[FUND-6, TOOL-5] of a wipe the pending balance is compared with the one before, if that is known: %o, now %s, %s",
  (details, now, verdict) => {
    const asOf = Date.UTC(2026, 10, 2);
    render(
      <BalanceCheck
        attempt={{ ...attempt, operation: "wipe", details }}
        money={{ email: "ada@example.com", currency: "BTC", amount: undefined }}
        check={{
          is: "checked",
          balances: { is: "known", balances: { btcPendingBalance: v.parse(decimal, now) }, asOf },
          latest: { is: "known", rows: [], asOf },
        }}
        format={formatOf("en-US", "UTC")}
      />,
    );
    expect(screen.getByText("Pending now").parentElement?.textContent).toBe(`Pending now${now} BTC`);
    expect(screen.queryByText(/^The balance /)?.textContent).toBe(verdict);
  },
);

test.each([
  ["ahead", -10],
  ["behind", 10],
])("[FUND-6] on a device whose clock is %s a transaction since the attempt is told from one before", (_, minutes) => {
  localStorage.setItem("counterfoil.clock", String(minutes * 60_000));
  onTestFinished(() => localStorage.removeItem("counterfoil.clock"));
  const hostAt = Date.UTC(2026, 10, 2, 12);
  const rowAt = (id: string, seconds: number): Transaction => ({
    ...v.parse(transaction, wireRow(0, { amount: "0.25" })),
    id,
    createdAt: new Date(hostAt + seconds * 1000).toISOString(),
  });
  const asOf = hostAt - minutes * 60_000;
  render(
    <BalanceCheck
      attempt={{ ...attempt, at: asOf }}
      money={{ email: "ada@example.com", currency: "BTC", amount: "1" }}
      check={{
        is: "checked",
        balances: { is: "failed", message: undefined },
        latest: { is: "known", rows: [rowAt("new", 3), rowAt("old", -300)], asOf },
      }}
      format={formatOf("en-US", "UTC")}
    />,
  );
  const since = screen.getAllByRole("listitem").map(({ textContent }) => textContent?.includes("since the attempt"));
  expect(since).toEqual([true, false]);
});

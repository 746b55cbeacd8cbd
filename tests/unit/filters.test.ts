import fc from "fast-check";
import { expect, test } from "vitest";
import { auditFiltersOf } from "../../src/app/screens/audit/audit-params.ts";
import { slipFiltersOf } from "../../src/app/screens/approvals/approvals-params.ts";
import { pastedAtMost } from "../../src/db/search/pasted.ts";
import { transactionFilters } from "../../src/app/screens/transactions/filter-params.ts";
import { userFilters } from "../../src/app/screens/users/users-params.ts";
import type { Filters } from "../../src/app/lists/filters.ts";

const lists: Record<string, Filters<string>> = {
  transactions: transactionFilters,
  users: userFilters,
  "the host's log": auditFiltersOf("all"),
  "the device's log": auditFiltersOf("device"),
  slips: slipFiltersOf("decide"),
  "an admin's own slips": slipFiltersOf("mine"),
};
const value = fc.oneof(
  fc.string(),
  fc.constantFrom("2026-11-02", "true", "fund", "DONE", "done", "2", "ada@example.com", "12.50", "  a  b ", "a".repeat(300)),
);

test.for(Object.entries(lists))(
  "[DASH-11, USER-5, AUD-1, APPR-4] %s: what an address says of the filters is read back as the same",
  ([, filters]) => {
    const drafts = fc.record(Object.fromEntries(filters.names.map((name) => [name, value])));
    fc.assert(
      fc.property(drafts, (given) => {
        const read = filters.read((name) => given[name]);
        const address = new URLSearchParams(filters.pairsOf(read));
        expect(filters.read((name) => address.get(name))).toEqual(read);
        expect([...address.keys()]).toEqual(filters.activeIn(read));
      }),
    );
  },
);

test("[FIND-4, DASH-7, USER-5] an address holds all that one look-up may find", () => {
  const ids = Array.from({ length: pastedAtMost }, () => crypto.randomUUID()).join(" ");
  expect(transactionFilters.read((name) => (name === "ids" ? ids : "")).ids).toBe(ids);
  expect(userFilters.read((name) => (name === "ids" ? ids : "")).ids).toBe(ids);
});

test("[DASH-7, USER-5] what makes no sense in an address is no filter", () => {
  const users = userFilters.read((name) => ({ kycLevel: "many", emailVerified: "yes", q: "ada" })[name as string]);
  expect(userFilters.pairsOf(users)).toEqual([["q", "ada"]]);
  const device = auditFiltersOf("device").read((name) => ({ alerts: "true", outcome: "unknown" })[name as string]);
  expect(auditFiltersOf("device").activeIn(device)).toEqual(["outcome"]);
  expect(auditFiltersOf("all").activeIn(device)).toEqual(["outcome"]);
  expect(auditFiltersOf("all").pairsOf(device)).toEqual([]);
});

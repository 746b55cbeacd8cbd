import fc from "fast-check";
import * as v from "valibot";
import { expect, test } from "vitest";
import { auditFiltersOf } from "../../src/app/screens/audit/audit-params.ts";
import { slipFiltersOf, viewOf } from "../../src/app/screens/approvals/approvals-params.ts";
import { rowsOf, viewFrom } from "../../src/app/screens/gift-cards/list-view.ts";
import { giftCardRate } from "../../src/contract/gift-cards.ts";
import { pastedAtMost } from "../../src/db/search/pasted.ts";
import { fromSearch, transactionFilters } from "../../src/app/screens/transactions/filter-params.ts";
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
  // The longest id that a host may send.
  const ids = Array.from({ length: pastedAtMost }, (_, at) => String(at).padStart(200, "a")).join(" ");
  expect(transactionFilters.read((name) => (name === "ids" ? ids : "")).ids).toBe(ids);
  expect(userFilters.read((name) => (name === "ids" ? ids : "")).ids).toBe(ids);
});

test("[DASH-7, APPR-4] currency, type and status of an address go out in upper case", () => {
  expect(fromSearch("currency=ngnb&transactionType=swap&transactionStatus=pending&searchTerm=Ada")).toEqual({
    currency: "NGNB",
    transactionType: "SWAP",
    transactionStatus: "PENDING",
    searchTerm: "Ada",
  });
  expect(viewOf("tab=decided&currency=ngnb&maker=Ada@example.com").draft).toMatchObject({ currency: "NGNB", maker: "Ada@example.com" });
});

test("[GIFT-2] a card type of an address counts in any case", () => {
  const rates = ["APPLE", "STEAM"].map((cardType) => v.parse(giftCardRate, { id: cardType, cardType }));
  expect(rowsOf(rates, viewFrom("type=apple")).map(({ id }) => id)).toEqual(["APPLE"]);
});

test("[DASH-7, USER-5] what makes no sense in an address is no filter", () => {
  const users = userFilters.read((name) => ({ kycLevel: "many", emailVerified: "yes", q: "ada" })[name as string]);
  expect(userFilters.pairsOf(users)).toEqual([["q", "ada"]]);
  const device = auditFiltersOf("device").read((name) => ({ alerts: "true", outcome: "unknown" })[name as string]);
  expect(auditFiltersOf("device").activeIn(device)).toEqual(["outcome"]);
  expect(auditFiltersOf("all").activeIn(device)).toEqual(["outcome"]);
  expect(auditFiltersOf("all").pairsOf(device)).toEqual([]);
});

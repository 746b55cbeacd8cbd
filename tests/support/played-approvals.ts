import { createHash } from "node:crypto";
import { type Slip, slipText } from "../../src/contract/approvals.ts";
import type { PlayedCalls, ReceivedCall } from "./played-calls.ts";

type WireSlip = Readonly<Record<string, unknown>> &
  Pick<Slip, "id" | "operation" | "email" | "currency" | "maker" | "madeAt" | "expiresAt"> & {
    readonly state: string;
    readonly amount: string;
  };

export const bea = { id: "adm-bea", name: "Bea Maker", email: "bea@example.com" };
export const cleo = { id: "adm-cleo", name: "Cleo Checker", email: "cleo@example.com" };

const hourMs = 3_600_000;

/** A slip on the wire; its digest matches its fields unless `fields` overrides it. */
export function wireSlip(n: number, fields: Readonly<Record<string, unknown>> = {}): WireSlip {
  const made = Date.now() - (n + 1) * 60_000;
  const slip = {
    id: `slip-${String(n).padStart(5, "0")}`,
    operation: "fund",
    email: "ada@example.com",
    currency: "NGNB",
    amount: "1500000",
    reason: "goodwill",
    note: "Promised by support on the phone",
    reverses: null,
    maker: bea,
    madeAt: new Date(made).toISOString(),
    expiresAt: new Date(made + 24 * hourMs).toISOString(),
    attempt: `attempt-${n}`,
    state: "open",
    ...fields,
  };
  return { ...slip, digest: fields["digest"] ?? createHash("sha256").update(slipText(slip)).digest("hex") };
}

export const playedPolicy = {
  rules: [{ operation: "fund", currency: "NGNB", above: "1000000" }],
  reasons: [
    { code: "goodwill", label: "Goodwill" },
    { code: "other", label: "Other" },
  ],
  expiresAfterHours: 24,
  signing: "none",
};

/** The part of config.json that offers approvals. */
export const approvalsConfig = { approvals: "/api/approvals", idempotencyHeader: "Idempotency-Key" };

function fits({ state, operation, currency, maker, reason }: ReceivedCall["query"], slip: WireSlip): boolean {
  return (
    (!state || state.split(",").includes(slip.state)) &&
    (!operation || operation === slip.operation) &&
    (!currency || currency === slip.currency) &&
    (!maker || maker === slip.maker.id || maker === slip.maker.email) &&
    (!reason || reason === slip["reason"])
  );
}

/** Makes a played host answer the approval screens' calls with these slips, newest first; `slips` may change over time. */
export function playSlips<Played extends PlayedCalls>(played: Played, slips: () => readonly WireSlip[], me = "grace@example.com"): Played {
  for (const slip of slips())
    played.on(`GET /api/approvals/${slip.id}`, () => ({ json: { success: true, data: slips().find(({ id }) => id === slip.id) } }));
  return played.on("GET /api/approvals/policy", { json: { success: true, data: playedPolicy } }).on("GET /api/approvals", ({ query }) => {
    const all = slips().filter((slip) => fits(query, slip));
    const limit = Number(query["limit"]);
    const start = (Number(query["page"]) - 1) * limit;
    const toDecide = slips().filter((slip) => slip.state === "open" && slip.maker.email !== me).length;
    return { json: { success: true, data: { approvals: all.slice(start, start + limit), total: all.length, toDecide } } };
  });
}

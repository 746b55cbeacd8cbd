import type { PlayedCalls } from "./played-calls.ts";
import { playFunding } from "./played-funding.ts";

export const policyCall = "GET /api/approvals/policy";
export const slipCall = "POST /api/approvals";

/** The part of config.json that offers approvals, and keys that settle unknown outcomes. */
export const slipConfig = { approvals: "/api/approvals", idempotencyHeader: "Idempotency-Key", attempts: "/api/attempts" };

/** A policy under which funding or deducting more than 1 BTC needs a second admin. */
export const policyOf = (more: object = {}): object => ({
  rules: [
    { operation: "fund", currency: "BTC", above: 1 },
    { operation: "deduct", currency: "BTC", above: 1 },
  ],
  reasons: [
    { code: "correction", label: "Correction" },
    { code: "other", label: "Other" },
  ],
  expiresAfterHours: 24,
  signing: "none",
  ...more,
});

/** An open slip over 2 BTC, on the wire. */
export const wireSlip = (more: object = {}): object => ({
  id: "slip-1",
  operation: "fund",
  email: "ada@example.com",
  currency: "BTC",
  amount: "2",
  reason: "correction",
  note: null,
  reverses: null,
  maker: { id: "m-1", name: "Grace", email: "grace@example.com" },
  madeAt: "2026-11-20T12:00:00.000Z",
  expiresAt: "2026-11-21T12:00:00.000Z",
  attempt: "a-1",
  state: "open",
  digest: "0".repeat(64),
  ...more,
});

/** Makes a played host with approvals answer /funding's calls. */
export const playSlips = <P extends PlayedCalls>(played: P, policy: object = policyOf()): P => {
  playFunding(played)
    .on(policyCall, { json: { success: true, data: policy } })
    // The menu shows how many there are to decide.
    .on("GET /api/approvals", { json: { success: true, data: { approvals: [], total: 0, toDecide: 0 } } })
    .on(slipCall, { status: 201, json: { success: true, data: wireSlip() } })
    .on("GET /api/approvals/slip-1", { json: { success: true, data: wireSlip() } })
    .on("POST /funduser/fund", { json: { success: true, message: "Funded ada", data: { newBalance: 0.75, reference: "FUND-1" } } });
  return played;
};

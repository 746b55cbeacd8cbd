import { fundUser } from "../../src/contract/funding.ts";
import type { Attempt } from "../../src/db/money/journal.ts";
import type { Intent } from "../../src/sync/money/gate.ts";

/** A funding in the journal with an unknown outcome. `at`: device epoch ms. */
export const unknownFunding = (id: string, at: number, subject: string, stateAt = at): Attempt => ({
  id,
  at,
  operation: "fund",
  subject,
  by: "Ada",
  target: "ada@example.com",
  details: {},
  call: { method: "POST", path: "/funduser/fund", numbers: [] },
  body: undefined,
  state: { is: "unknown", at: stateAt, message: undefined },
  settled: undefined,
});

/** A funding of 0.25 BTC, for the gate. */
export const fundingIntent = (id: string, more: Partial<Intent<typeof fundUser>> = {}): Intent<typeof fundUser> => ({
  id,
  call: fundUser,
  body: { email: "ada@example.com", currency: "BTC", amount: "0.25" },
  operation: "fund",
  subject: ["ada@example.com", "BTC", "0.25"],
  target: "ada@example.com",
  details: {},
  ...more,
});

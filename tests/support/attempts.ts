import type { Attempt } from "../../src/db/journal.ts";

/** A funding as the journal keeps it of which nobody knows how it ended. `at`: device epoch ms. */
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

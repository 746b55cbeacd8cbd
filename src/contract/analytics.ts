import * as v from "valibot";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { count, maybe } from "./scalars.ts";

const overview = v.looseObject({ total: count, completed: count, pending: count });

/** The dashboard figures (D1 §3); missing ones show as "—" (DASH-1). */
export const analytics = v.looseObject({
  users: v.nullish(v.looseObject({ total: count })),
  chatbotTrades: v.nullish(v.looseObject({ overview: v.nullish(overview) })),
  transactionVolume: maybe(decimal),
});
export type Analytics = v.InferOutput<typeof analytics>;

/** Reject arrays, which valibot would accept as an empty object. */
export const dashboardData = v.pipe(
  v.unknown(),
  v.check((data) => !Array.isArray(data), "is a list"),
  analytics,
);

export const dashboardAnalytics = defineCall({
  method: "GET",
  path: "/analytics/dashboard",
  auth: "bearer",
  kind: "read",
  answer: v.pipe(
    v.looseObject({ data: dashboardData }),
    v.transform((answer) => answer.data),
  ),
});

import { closeAttempt } from "../../src/contract/attempts.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { closeKey, readKey } from "../http/idempotency.ts";

/** The outcome of an admin's own attempts, by idempotency key (KEY-1). */
export function attemptCalls(router: Router): void {
  const { db, clock } = router.deps;

  adminCall(router, closeAttempt, {}, async ({ params, admin }) => {
    const key = readKey(params["key"]) ?? "";
    return { success: true, data: await closeKey(db, { adminId: admin.id, key }, clock()) };
  });
}

import { listUsers } from "../../src/contract/users.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { findUsers, wireUser } from "../queries/users.ts";

/** The list of users (USER-2); the dashboard reads it too. */
export function userCalls(router: Router): void {
  adminCall(router, listUsers, {}, async ({ query }) => {
    const { rows, total } = await router.deps.reads((db) => findUsers(db, query, router.deps.phoneCountry));
    const pagination = { total, skip: query.skip ?? 0, limit: query.limit ?? 10 };
    return { success: true, data: { users: rows.map(wireUser), pagination } };
  });
}

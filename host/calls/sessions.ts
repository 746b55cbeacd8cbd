import { endOtherSessions, endSessionById, listSessions } from "../../src/contract/sessions.ts";
import type { Deps } from "../deps.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import { type SessionRow, endOtherSessionsOf, endOwnSession, runningSessions } from "../sessions/sessions.ts";

const wireSession = ({ id, createdAt, lastSeenAt, address, userAgent }: SessionRow, current: string): object => ({
  id,
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  address,
  userAgent,
  current: id === current,
});

/** An admin's own sessions: listing them, and ending them from another device. */
export function sessionCalls(router: Router): void {
  const { db, clock }: Deps = router.deps;

  adminCall(router, listSessions, {}, async ({ admin }) => {
    const found = await runningSessions(db, admin.id, clock());
    return { success: true, data: found.map((row) => wireSession(row, admin.sessionId)) };
  });

  // Must precede the route by id, which would match "others".
  adminCall(router, endOtherSessions, {}, async ({ admin, note }) => {
    note({ target: admin.email });
    const ended = await endOtherSessionsOf(db, admin.id, admin.sessionId, clock());
    note({ after: { ended } });
    return { success: true, message: ended === 1 ? "1 other session ended" : `${ended} other sessions ended` };
  });

  adminCall(router, endSessionById, {}, async ({ params: { id = "" }, admin, note }) => {
    note({ target: admin.email });
    const { known, ended } = await endOwnSession(db, admin.id, id, clock());
    if (!known) throw new Refusal(404, "You have no such session");
    note({ after: { session: id, ended } });
    return { success: true, message: ended ? "Session ended" : "The session had ended already" };
  });
}

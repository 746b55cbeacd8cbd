import { changeKinds, eventStream, setPresence } from "../../src/contract/events.ts";
import { listed } from "../events/kinds.ts";
import { LiveEvents, type MayRead } from "../events/live-events.ts";
import { databaseMark } from "../events/positions.ts";
import { type Router, adminCall, adminStream, mayCall, requirePermission } from "../http/call-route.ts";

/**
 * The change stream and presence (LIVE-1, LIVE-5). Register after the lists' calls, as it applies their guards: an admin gets no
 * rows of a list they may not read and isn't told who looks at one, and nobody gets rows of a list that isn't served.
 */
export async function eventCalls(router: Router): Promise<LiveEvents> {
  const { deps, served } = router;
  const guards = new Map(changeKinds.map((kind) => [kind, served.find(({ call }) => call === listed[kind].call)?.guard]));
  const mayRead: MayRead = (kind, permissions) => {
    const guard = guards.get(kind);
    return guard !== undefined && mayCall(guard, permissions);
  };
  const events = new LiveEvents(deps, await databaseMark(deps.db), mayRead);

  adminStream(router, eventStream, {}, async ({ admin, query: { after }, c }) => events.open(admin, after, () => c.env?.cut?.()));

  adminCall(router, setPresence, {}, async ({ admin, body: { subject } }) => {
    if (subject !== null) requirePermission(guards.get(subject.startsWith("approval:") ? "approval" : "user") ?? {}, admin);
    await events.look(admin, subject);
    return { success: true };
  });
  return events;
}

import { changeKinds, eventStream, setPresence } from "../../src/contract/events.ts";
import { listed } from "../events/kinds.ts";
import { LiveEvents } from "../events/live-events.ts";
import { databaseMark } from "../events/positions.ts";
import { type Router, adminCall, adminStream } from "../http/call-route.ts";

/** The kinds whose list call needs a permission: whoever may not read a list isn't told of its rows. */
function guardedKinds({ served }: Router) {
  return changeKinds.flatMap((kind) => {
    const list = served.find(({ call }) => call === listed[kind].call);
    if (list === undefined) throw new Error(`The list of ${kind} isn't served.`);
    const { needs } = list.guard;
    return needs === undefined ? [] : { kind, needs };
  });
}

/** The stream of changes and who looks at what (LIVE-1, LIVE-5). Comes after the lists' calls, whose guards hold here, too. */
export async function eventCalls(router: Router): Promise<LiveEvents> {
  const { deps } = router;
  const events = new LiveEvents(deps, await databaseMark(deps.db), guardedKinds(router));

  adminStream(router, eventStream, {}, async ({ admin, query: { after }, c }) => events.open(admin, after, () => c.env?.cut?.()));

  adminCall(router, setPresence, {}, async ({ admin, body: { subject } }) => {
    await events.look(admin, subject);
    return { success: true };
  });
  return events;
}

import { type ChangeKind, eventStream, setPresence } from "../../src/contract/events.ts";
import type { Permission } from "../../src/contract/sign-in.ts";
import { listed } from "../events/kinds.ts";
import { LiveEvents } from "../events/live-events.ts";
import { databaseMark } from "../events/positions.ts";
import { type Router, adminCall, adminStream } from "../http/call-route.ts";

/** What the list call of a kind needs: whoever may not read the list isn't told of its rows. */
function needsOf({ served }: Router, kind: ChangeKind): Permission | undefined {
  const list = served.find(({ call }) => call === listed[kind].call);
  if (list === undefined) throw new Error(`The list of ${kind} isn't served.`);
  return list.guard.needs;
}

/** The stream of changes and who looks at what (LIVE-1, LIVE-5). Comes after the lists' calls, whose guards hold here, too. */
export async function eventCalls(router: Router): Promise<LiveEvents> {
  const { deps } = router;
  const needs = {
    transaction: needsOf(router, "transaction"),
    user: needsOf(router, "user"),
    fee: needsOf(router, "fee"),
    onramp: needsOf(router, "onramp"),
    offramp: needsOf(router, "offramp"),
    markup: needsOf(router, "markup"),
    markdown: needsOf(router, "markdown"),
    giftRate: needsOf(router, "giftRate"),
  };
  const events = new LiveEvents(deps, await databaseMark(deps.db), needs);

  adminStream(router, eventStream, {}, async ({ admin, query: { after }, c }) => events.open(admin, after, () => c.env?.cut?.()));

  adminCall(router, setPresence, {}, async ({ admin, body: { subject } }) => {
    await events.look(admin, subject);
    return { success: true };
  });
  return events;
}

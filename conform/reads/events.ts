import { nameOf } from "../../src/contract/call.ts";
import { eventFrame, eventStream } from "../../src/contract/events.ts";
import { parseJson } from "../../src/contract/json.ts";
import type { Followed, Sending } from "../asking.ts";
import { type Conformance, refusedToAdmin } from "../conformance.ts";
import { invalidTokenMessage } from "../../src/contract/sign-in.ts";
import { type Difference, differences, shown } from "../differences.ts";

const known = new Set<string>(eventFrame.options.map(({ entries }) => entries.event.literal));

function dataOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const isBeginning = ({ event }: { readonly event: string }): boolean => event === "hello" || event === "reset";

const isPart = ({ event, data }: Followed["frames"][number]): boolean => {
  const hello = dataOf(data);
  return event === "hello" && typeof hello === "object" && hello !== null && "complete" in hello && hello.complete === false;
};

/** Differences in the frames up to `hello`, which must come first in a stream without `after`. */
function differencesIn({ frames }: Followed): Difference[] {
  const told = frames.filter(({ event }) => known.has(event));
  const found = told.flatMap(({ event, id, data }) => differences(eventFrame, { event, id, data: dataOf(data) }));
  const [first] = told;
  if (first?.event !== "hello") return [...found, { field: "the first event", expected: "hello, within 30 s", got: shown(first?.event) }];
  return isPart(first) ? [...found, { field: "data.complete", expected: "true, of a stream that begins now", got: "false" }] : found;
}

/** Opens the change stream and leaves it after `hello` (LIVE-1). Sends no presence, which other admins would see. */
export async function checkEvents(conformance: Conformance): Promise<void> {
  const { events: path } = conformance.config;
  const name = nameOf(eventStream);
  if (path === undefined) return conformance.pass(name, { is: "not offered", why: "config.json has no events" });
  const { token } = conformance;
  const follow = (sending: Sending, isLast: (frame: Followed["frames"][number]) => boolean) =>
    conformance.answered(name, conformance.asker.follow(eventStream, { path, ...sending }, isLast));
  const stranger = await follow({}, () => true);
  if (stranger !== undefined && stranger.status !== 401 && stranger.status !== 403)
    conformance.note(name, [{ field: "status without a token", expected: "401 or 403", got: String(stranger.status) }]);
  const followed = await follow({ token }, isBeginning);
  if (followed === undefined) return;
  const { status, type, message } = followed;
  if (status === 403 && message !== undefined && message !== invalidTokenMessage)
    return conformance.pass(name, refusedToAdmin(status, message));
  if (status !== 200) return conformance.note(name, [{ field: "status", expected: "200", got: String(status) }]);
  if (!type.startsWith("text/event-stream"))
    return conformance.note(name, [{ field: "Content-Type", expected: "text/event-stream", got: type }]);
  conformance.note(name, differencesIn(followed));
  // The app would ask again with what it was refused, and never follow again.
  const lost = await follow({ token, query: { after: "conform-nowhere" } }, isBeginning);
  if (lost === undefined) return;
  const begins = lost.frames.find(isBeginning);
  if (begins?.event !== "reset" && !(begins && isPart(begins)))
    conformance.note(name, [
      {
        field: "the first event after a position that nobody knows",
        expected: "reset",
        got: lost.status === 200 ? (begins?.event ?? "none of those that begin a stream") : String(lost.status),
      },
    ]);
}

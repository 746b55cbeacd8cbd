import * as v from "valibot";
import {
  approvalsPath,
  listSlips,
  readPolicy,
  readSlip,
  type Slip,
  slip as slipSchema,
  slipFilter,
  slipReceipt,
} from "../../contract/approvals.ts";
import { jsonOf } from "../../contract/json.ts";
import { saysNo } from "../../contract/refusal.ts";
import { type Database, readState, writeState } from "../../db/store/database.ts";
import { noteFetched } from "../../db/store/freshness.ts";
import { lacksRows, lengthBy } from "../../db/store/list-length.ts";
import { type Me, putSlip, putSlipPage, slipPageSize } from "../../db/money/slips.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { MutationGate } from "../money/gate.ts";
import { type HeldAnswer, readHeld } from "../wire/held-answer.ts";
import type { Host } from "../wire/host.ts";
import { messageIn } from "../wire/message-in.ts";
import { identityOf, type Session } from "../state/session-store.ts";
import { settleBySlip } from "./settle-slip.ts";
import type { Sync } from "../start-sync.ts";

const listInput = v.object({ filter: slipFilter, page: v.number() });
export type SlipListInput = v.InferInput<typeof listInput>;

/** The slips' path from config.json; a slip and the policy are below it. */
export const slipsPath = (host: Host, below = ""): string => `${host.config.approvals ?? approvalsPath}${below}`;

/** Identifies the signed-in admin's own slips. */
export const meOf = ({ token, claims, admin }: Session): Me => ({
  id: identityOf(token, admin),
  subject: claims?.sub?.toLowerCase(),
  email: admin.email ?? claims?.email,
});

/** Fetches one page of the list under a filter; fetches page 1 too if the list has changed since that was read. */
const listFeed =
  (host: Host, db: Database, me: () => Me): FeedWorker<SlipListInput> =>
  async (input, signal) => {
    const { filter, page: asked } = v.parse(listInput, input);
    for (let page = asked; ; page = 1) {
      const answer = await host.reads.read(listSlips, { path: slipsPath(host), query: { ...filter, page, limit: slipPageSize } }, signal);
      if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
      const { slips, total, toDecide } = answer.value;
      const said = { sent: slips.length, total };
      const told = { slips, ...lengthBy(page, slipPageSize, said), toDecide, asOf: answer.sentAt, heardAt: host.clock.now() };
      if ((await putSlipPage(db, filter, page, told, me())) === "moved") continue;
      return { is: lacksRows(page, slipPageSize, said) ? "failed" : "done" };
    }
  };

/** Fetches one slip by id and settles its unknown attempts. `odd`: the host has none. */
const slipFeed =
  (host: Host, db: Database, gate: MutationGate, me: () => Me): FeedWorker<string> =>
  async (input, signal) => {
    const id = v.parse(v.string(), input);
    const answer = await host.reads.read(readSlip, { path: slipsPath(host, "/{id}"), params: { id } }, signal);
    // A 404 without `success: false` is a proxy's.
    if (answer.is === "refused" && answer.status === 404 && saysNo(jsonOf(answer.body))) return { is: "odd", message: answer.message };
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    if (answer.value.id !== id) return { is: "odd" };
    await putSlip(db, answer.value, answer.sentAt);
    await settleBySlip(gate, answer.value, answer.sentAt, me());
    return { is: "done" };
  };

/** Fetches the approval policy: what needs a second admin, and the reasons. */
const policyFeed =
  (host: Host, db: Database): FeedWorker<null> =>
  async (_, signal) => {
    const answer = await host.reads.read(readPolicy, { path: slipsPath(host, "/policy") }, signal);
    if (answer.is !== "answered" || signal.aborted) return { is: "failed", message: messageIn(answer) };
    const { proposed, ...policy } = answer.value;
    await db.transaction("rw", db.state, async () => {
      if (((await readState(db, "approvalPolicy"))?.asOf ?? 0) > answer.sentAt) return;
      await writeState(db, "approvalPolicy", { policy, proposed: proposed ?? undefined, asOf: answer.sentAt });
      await noteFetched(db, answer.sentAt);
    });
    return { is: "done" };
  };

/** Feeds of the slips; unused where config.json announces none. `me`: the signed-in admin. */
export const slipFeeds = (host: Host, db: Database, gate: MutationGate, me: () => Me) => ({
  slips: listFeed(host, db, me),
  slip: slipFeed(host, db, gate, me),
  approvalPolicy: policyFeed(host, db),
});

/** Reads an executed slip's receipt as the host sent it (APPR-11); never cached. Never rejects. */
export const askReceipt = (host: Host, id: string, signal: AbortSignal): Promise<HeldAnswer<Readonly<Record<string, unknown>>>> =>
  readHeld(host, slipReceipt, { path: slipsPath(host, "/{id}/receipt"), params: { id } }, signal);

/** Caches the slip from a decision's answer. Never rejects. */
export async function keepSlip({ db, host }: Sync, slip: Slip): Promise<void> {
  await putSlip(db, slip, host.clock.now()).catch(() => {
    // The slip is also fetched after each decision.
  });
}

const conflict = v.looseObject({ data: slipSchema });

/** The current slip, if a refusal's body holds it. */
export function slipInRefusal(body: string): Slip | undefined {
  const parsed = v.safeParse(conflict, jsonOf(body));
  return parsed.success ? parsed.output.data : undefined;
}

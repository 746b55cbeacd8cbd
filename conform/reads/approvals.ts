import { createHash } from "node:crypto";
import {
  type Slip,
  approvePolicy,
  approveSlip,
  changePolicy,
  listSlips,
  makeSlip,
  readPolicy,
  readSlip,
  refuseSlip,
  signSlip,
  slipReceipt,
  slipStates,
  slipText,
  withdrawPolicy,
  withdrawSlip,
} from "../../src/contract/approvals.ts";
import { nameOf } from "../../src/contract/call.ts";
import type { Conformance } from "../conformance.ts";
import { noCredential } from "./no-credential.ts";
import { shortPage } from "./short-page.ts";

const limit = 50;

const digestOf = (slip: Slip): string => createHash("sha256").update(slipText(slip)).digest("hex");

async function checkPolicy(conformance: Conformance, path: string): Promise<void> {
  const policy = await conformance.check(readPolicy, { path: `${path}/policy` });
  const rules = policy?.rules.map(({ operation, currency }) => `${operation} ${currency}`) ?? [];
  const twice = rules.find((rule, at) => rules.indexOf(rule) !== at);
  if (twice !== undefined)
    conformance.note(nameOf(readPolicy), [
      { field: "data.rules", expected: "one rule for an operation and a currency", got: `two for ${twice}` },
    ]);
}

/** The app computes the digest from what it shows, so a slip with another digest can't be decided on. */
function checkDigests(conformance: Conformance, name: string, slips: readonly Slip[]): void {
  const wrong = slips.find((slip) => slip.digest !== digestOf(slip));
  if (wrong !== undefined)
    conformance.note(name, [{ field: `digest of ${wrong.id}`, expected: `the SHA-256 of ${slipText(wrong)}`, got: wrong.digest }]);
}

async function checkList(conformance: Conformance, path: string): Promise<readonly Slip[]> {
  const name = nameOf(listSlips);
  const list = await conformance.check(listSlips, { path, query: { page: 1, limit } });
  if (list === undefined) return [];
  const { slips, total } = list;
  conformance.note(name, shortPage("data.approvals", limit, slips.length, total));
  const at = slips.findIndex((slip, index) => index > 0 && Date.parse(slip.madeAt) > Date.parse(slips[index - 1]?.madeAt ?? ""));
  if (at >= 0)
    conformance.note(name, [{ field: `data.approvals[${at}].madeAt`, expected: "the newest slips first", got: "another order" }]);
  checkDigests(conformance, name, slips);
  const undated = slips.findIndex(({ state, decidedAt }) => state === "executed" && !decidedAt);
  if (undated >= 0)
    conformance.note(name, [{ field: `data.approvals[${undated}].decidedAt`, expected: "when it was executed", got: "nothing" }]);
  for (const state of new Set([...slips.map((slip) => slip.state), slipStates.join(",")])) {
    const found = await conformance.check(listSlips, { path, query: { state, page: 1, limit } });
    if (found === undefined) continue;
    const field = `data.approvals for state=${state}`;
    const isAsked = (slip: Slip): boolean => state.split(",").includes(slip.state);
    const others = found.slips.filter((slip) => !isAsked(slip)).length;
    if (others > 0) conformance.note(name, [{ field, expected: "only such slips", got: `${others} others` }]);
    if (found.slips.length === 0 && slips.some(isAsked))
      conformance.note(name, [{ field, expected: "a slip, since there are some", got: "none" }]);
  }
  return slips;
}

/** Invalid proposals and approvals must be refused; none of these requests creates a proposal. */
async function checkRules(conformance: Conformance): Promise<void> {
  const { approvalPolicy: path } = conformance.config;
  if (path === undefined) {
    conformance.pass(nameOf(changePolicy), { is: "not offered", why: "config.json has no approvalPolicy" });
    return;
  }
  await conformance.refuses(changePolicy, "rules of nothing", { path, body: {} });
  const body = { digest: "0".repeat(64) };
  await conformance.refuses(approvePolicy, "rules that nobody proposed", { path: `${path}/approve`, body });
  await conformance.refuses(withdrawPolicy, "rules that nobody proposed", { path: `${path}/withdraw`, body });
}

/** The policy, the slips, one slip and its receipt, and refusals; makes no slip and decides on none (APPR-1, APPR-7). */
export async function checkApprovals(conformance: Conformance): Promise<void> {
  const { approvals: path } = conformance.config;
  if (path === undefined) {
    for (const call of [readPolicy, listSlips]) conformance.pass(nameOf(call), { is: "not offered", why: "config.json has no approvals" });
    return;
  }
  await checkPolicy(conformance, path);
  await checkRules(conformance);
  const slips = await checkList(conformance, path);
  const [one] = slips;
  const none = { is: "not asked", why: "there is no such slip" } as const;
  const at = `${path}/{id}`;
  if (one === undefined) conformance.pass(nameOf(readSlip), none);
  else {
    const read = await conformance.check(readSlip, { path: at, params: { id: one.id } });
    if (read !== undefined) checkDigests(conformance, nameOf(readSlip), [read]);
  }
  const missing = { id: "nothing" };
  await conformance.refuses(readSlip, "a slip that isn't there", { path: at, params: missing });
  const executed = slips.find(({ state }) => state === "executed");
  if (executed === undefined) conformance.pass(nameOf(slipReceipt), none);
  else await conformance.check(slipReceipt, { path: `${at}/receipt`, params: { id: executed.id } });
  await conformance.refuses(makeSlip, "a slip of nothing", { path, body: {} });
  const digest = "0".repeat(64);
  const decisions = [
    [signSlip, "sign", { digest, signature: noCredential }],
    [approveSlip, "approve", { digest }],
    [refuseSlip, "refuse", { note: "Checks that it is refused" }],
    [withdrawSlip, "withdraw", {}],
  ] as const;
  for (const [call, name, body] of decisions)
    await conformance.refuses(call, "a slip that isn't there", { path: `${at}/${name}`, params: missing, body });
}

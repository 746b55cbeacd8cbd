import { otherReason, type Slip, slipOperations, type SlipState, slipStates } from "../../../contract/approvals.ts";
import { type KnownPolicy, reasonWord as wordOf } from "../../data/use-approval-policy.ts";
import type { Translate } from "../../words/keys.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

type T = Translate<"approvals">;

export const isOperation = (name: string): name is (typeof slipOperations)[number] => slipOperations.some((one) => one === name);
const isState = (name: string): name is SlipState => slipStates.some((one) => one === name);

/** An operation in words; one of which the app knows nothing by its name. */
export const operationWord = (t: T, name: string): string => (isOperation(name) ? t(`operations.${name}`) : name);

export const stateWord = (t: T, name: string): string => (isState(name) ? t(`states.${name}`) : name);

/** How a slip stands by the host's clock (epoch ms): one whose time is over has expired, whether or not the host was asked since. */
export const stateAt = ({ state, expiresAt }: Pick<Slip, "state" | "expiresAt">, now: number): string =>
  state === "open" && Date.parse(expiresAt) <= now ? "expired" : state;

const kinds: Readonly<Record<string, StatusKind>> = { open: "pending", executed: "done", refused: "failed" };

export const stateKind = (state: string): StatusKind => kinds[state] ?? "other";

/** A reason as the host labels it, else by its code. */
export function reasonWord(t: T, policy: KnownPolicy, code: string | null | undefined): string {
  if (!code) return t("reasons.none");
  const word = wordOf(policy, code);
  return word === otherReason ? t("reasons.other") : word;
}

/** An admin's name, else the email, else the id. */
export const personName = ({ id, name, email }: Slip["maker"]): string => name?.trim() || email || id;

import { otherReason, type Slip, slipOperations, type SlipState, slipStates } from "../../../contract/approvals.ts";
import { type KnownPolicy, reasonWord as wordOf } from "../../data/use-approval-policy.ts";
import type { Translate } from "../../words/keys.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

type T = Translate<"approvals">;

export const isOperation = (name: string): name is (typeof slipOperations)[number] => slipOperations.some((one) => one === name);
const isState = (name: string): name is SlipState => slipStates.some((one) => one === name);

/** Label of an operation; its name if unknown to the app. */
export const operationWord = (t: T, name: string): string => (isOperation(name) ? t(`operations.${name}`) : name);

export const stateWord = (t: T, name: string): string => (isState(name) ? t(`states.${name}`) : name);

/** A slip's state at a time on the host's clock (epoch ms): past its deadline it has expired, whether or not it was refetched. */
export const stateAt = ({ state, expiresAt }: Pick<Slip, "state" | "expiresAt">, now: number): string =>
  state === "open" && Date.parse(expiresAt) <= now ? "expired" : state;

const kinds: Readonly<Record<string, StatusKind>> = { open: "pending", executed: "done", refused: "failed" };

export const stateKind = (state: string): StatusKind => kinds[state] ?? "other";

/** A reason's label from the host, else its code. */
export function reasonWord(t: T, policy: KnownPolicy, code: string | null | undefined): string {
  if (!code) return t("reasons.none");
  const word = wordOf(policy, code);
  return word === otherReason ? t("reasons.other") : word;
}

/** An admin's name, else the email, else the id. */
export const personName = ({ id, name, email }: Slip["maker"]): string => name?.trim() || email || id;

import Big from "big.js";
import type { AuditAction } from "../../src/contract/actions.ts";
import type { AuditAlert } from "../../src/contract/audit.ts";
import type { Db } from "../db/connection.ts";
import { isFarAboveUsual } from "./counters.ts";
import type { Draft, Ending, Moved } from "./draft.ts";

/** A rate change above this fraction of the old value is an alert. */
const movedShare = "0.1";
/** So is a percentage change above this many points. */
const movedPoints = 10;

const rates = new Set<AuditAction>(["setOnrampRate", "setOfframpRate", "setFee", "editGiftCardRate", "bulkGiftCardRates"]);
const percentages = new Set<AuditAction>(["setMarkup", "setMarkdown"]);
const figureNames = ["value", "rate", "physicalRate", "ecodeRate", "networkFee"];

const numberIn = (fields: Moved["before"], name: string): Big | undefined => {
  const value = fields?.[name];
  return typeof value === "string" || typeof value === "number" ? new Big(value) : undefined;
};

function hasMoved(moved: readonly Moved[], isFar: (before: Big, after: Big) => boolean): boolean {
  return moved.some(({ before, after }) =>
    figureNames.some((name) => {
      const [was, is] = [numberIn(before, name), numberIn(after, name)];
      return was !== undefined && is !== undefined && isFar(was, is);
    }),
  );
}

const byShare = (was: Big, is: Big): boolean => is.minus(was).abs().gt(was.abs().times(movedShare));
const byPoints = (was: Big, is: Big): boolean => is.minus(was).abs().gt(movedPoints);

const rank = (role: unknown): number => ["moderator", "admin", "super_admin"].indexOf(String(role));

/** Whether an admin got a higher role or an additional permission. */
function isRaised({ before, after }: Moved): boolean {
  const granted = (fields: Moved["before"]): readonly string[] => {
    const permissions: unknown = fields?.["permissions"];
    return typeof permissions === "object" && permissions !== null
      ? Object.entries(permissions).flatMap(([name, value]) => (value === true ? [name] : []))
      : [];
  };
  const had = new Set(granted(before));
  return rank(after?.["role"]) > rank(before?.["role"]) || granted(after).some((name) => !had.has(name));
}

const fieldOf = (value: unknown, name: string): string | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  const field: unknown = Object.getOwnPropertyDescriptor(value, name)?.value;
  return typeof field === "string" ? field : undefined;
};

/** Whether it is worth more than the configured alert threshold. */
const isWorthMuch = ({ worthUsd, alertAboveUsd }: Draft): boolean =>
  worthUsd !== undefined && alertAboveUsd !== undefined && new Big(worthUsd).gt(alertAboveUsd);

/** Large: above the configured threshold, or far above the admin's usual size. */
async function isLargeFunding(tx: Db, draft: Draft): Promise<boolean> {
  const { actor, asked } = draft;
  const [currency, amount] = [fieldOf(asked, "currency"), fieldOf(asked, "amount")];
  if (actor.id === null || currency === undefined || amount === undefined) return false;
  const isFar = await isFarAboveUsual(tx, actor.id, currency, amount);
  return isFar || isWorthMuch(draft);
}

/**
 * The docs/audit.md rule that makes this an alert, or null. Call before locking the log's head, so that no other writer waits for
 * the rules' queries.
 */
export async function alertOf(tx: Db, draft: Draft, outcome: string): Promise<AuditAlert | null> {
  const { action, moved = [], isOwnSlip = false, isLastPasskey = false } = draft;
  if (action === "brokenChain") return "brokenChain";
  if (isOwnSlip) return "ownSlip";
  if (outcome !== "done") return null;
  if (action === "fund") return (await isLargeFunding(tx, draft)) ? "largeFunding" : null;
  if (action === "approveSlip") return isWorthMuch(draft) ? "largeFunding" : null;
  if (action === "approvePolicy") return "changedPolicy";
  if (action === "changeAdmin") return moved.some(isRaised) ? "raisedRole" : null;
  if (action === "resetPasskeys" || isLastPasskey) return "resetPasskeys";
  if (action === "createAdmin") return fieldOf(draft.asked, "role") === "super_admin" ? "raisedRole" : null;
  if (rates.has(action)) return hasMoved(moved, byShare) ? "movedRate" : null;
  if (percentages.has(action)) return hasMoved(moved, byPoints) ? "movedRate" : null;
  return null;
}

/** Outcome by HTTP status. */
export const outcomeOf = ({ status }: Ending): "done" | "refused" | "failed" =>
  status < 400 ? "done" : status < 500 ? "refused" : "failed";

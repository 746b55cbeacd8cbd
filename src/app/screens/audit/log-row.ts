import { type AuditAction, auditActions } from "../../../contract/actions.ts";
import { type AuditAlert, auditAlerts, type AuditEntry } from "../../../contract/audit.ts";
import type { Auditable } from "../../../db/audit/audit-predicate.ts";
import { endOf } from "../../../db/money/journal.ts";
import type { Attempt } from "../../data/use-audit.ts";
import type { Translate } from "../../words/keys.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

/** A row of the list: an entry of the host's log, or an attempt of this device's journal. */
export interface LogRow extends Auditable {
  /** The entry's number or the attempt's id; identifies it in the URL. */
  readonly key: string;
  /** Whether the actor is proven. */
  readonly isProved: boolean;
  readonly source: { readonly is: "entry"; readonly entry: AuditEntry } | { readonly is: "attempt"; readonly attempt: Attempt };
}

export const rowOfEntry = (entry: AuditEntry): LogRow => ({
  key: String(entry.seq),
  at: entry.at,
  actor: entry.actor,
  action: entry.action,
  target: entry.target,
  message: entry.message,
  address: entry.address,
  outcome: entry.outcome,
  alert: entry.alert,
  isProved: typeof entry.actorId === "string",
  source: { is: "entry", entry },
});

export const rowOfAttempt = (attempt: Attempt): LogRow => ({
  key: attempt.id,
  at: new Date(attempt.at).toISOString(),
  actor: attempt.by,
  action: attempt.operation,
  target: attempt.target,
  message: "message" in attempt.state ? attempt.state.message : undefined,
  outcome: endOf(attempt),
  isProved: true,
  source: { is: "attempt", attempt },
});

type T = Translate<["audit", "common"]>;

const isAction = (name: string): name is AuditAction => auditActions.some((action) => action === name);
const isAlert = (name: string): name is AuditAlert => auditAlerts.some((alert) => alert === name);

/** Label of an action; its name if it has none. */
export const actionWord = (t: T, action: string): string => (isAction(action) ? t(`actions.${action}`) : action);
/** Label of a rule. */
export const alertWord = (t: T, alert: string): string => (isAlert(alert) ? t(`alerts.${alert}`) : alert);

const outcomeKinds = {
  done: "done",
  refused: "failed",
  failed: "failed",
  unknown: "other",
  sent: "processing",
  never: "other",
} as const satisfies Record<string, StatusKind>;
type Outcome = keyof typeof outcomeKinds;
const isOutcome = (name: string): name is Outcome => name in outcomeKinds;

export const outcomeWord = (t: T, outcome: string): string => (isOutcome(outcome) ? t(`outcomes.${outcome}`) : outcome);
export const outcomeKind = (outcome: string): StatusKind => (isOutcome(outcome) ? outcomeKinds[outcome] : "other");

/** The actor as text: proven, claimed, or unknown. */
export const actorWord = (t: T, { actor, isProved }: LogRow): string =>
  actor ? (isProved ? actor : t("list.claimed", { actor })) : t("list.nobody");

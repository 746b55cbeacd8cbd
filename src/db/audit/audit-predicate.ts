import { searchText } from "../../contract/text.ts";
import type { AuditFilter } from "../../contract/audit.ts";
import { momentsOf } from "../../contract/zones.ts";

/** Fields that the log filter uses; shared by the host's entries and this device's attempts. */
export interface Auditable {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actor?: string | null | undefined;
  readonly action: string;
  readonly target?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly outcome: string;
  readonly alert?: string | null | undefined;
}

/** The host's filter, reimplemented for local rows (docs/audit.md). */
export function matchesAudit({ q, actor, action, outcome, alerts, timeZone, ...days }: AuditFilter, row: Auditable): boolean {
  const has = (text: string | null | undefined, part: string): boolean => searchText(text ?? "").includes(searchText(part));
  const { from, before } = momentsOf(days, timeZone);
  const at = Date.parse(row.at);
  return (
    (!q || [row.actor, row.action, row.target, row.message, row.address].some((text) => has(text, q))) &&
    (!actor || has(row.actor, actor)) &&
    (!action || row.action === action) &&
    (!outcome || row.outcome === outcome) &&
    ((alerts !== true && alerts !== "true") || Boolean(row.alert)) &&
    at >= from &&
    at < before
  );
}

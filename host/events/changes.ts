import type { ChangeKind } from "../../src/contract/events.ts";
import type { Db } from "../db/connection.ts";
import { frame } from "./event-stream.ts";
import { type WireRows, listed } from "./kinds.ts";
import { type EventRow, type Missed, positionText } from "./positions.ts";

/** A change that is told to whoever may see such rows. */
export interface Change {
  readonly kind: ChangeKind;
  /** Its frame, for readers who miss these kinds; made once for all of them. */
  readonly frameFor: (missed: Missed) => Uint8Array;
}

const isListed = (kind: string): kind is ChangeKind => kind in listed;

/** What an event tells readers; undefined where it is the host's own affair. Each of the figures is a kind of its own. */
function told({ kind, key, position }: EventRow): { kind: ChangeKind; key: string; position: number } | undefined {
  const as = kind === "figure" ? key : kind;
  return isListed(as) ? { kind: as, key, position } : undefined;
}

/** The frames of some events, each with its row as it is now: a row is read when it is sent, so that none is older than one before it. */
export async function changesOf(db: Db, mark: string, events: readonly EventRow[]): Promise<Change[]> {
  const changes = events.flatMap((event) => told(event) ?? []);
  const rows = new Map<ChangeKind, WireRows>();
  for (const kind of new Set(changes.map((change) => change.kind))) {
    const keys = changes.flatMap((change) => (change.kind === kind ? change.key : []));
    rows.set(kind, await listed[kind].rows(db, [...new Set(keys)]));
  }
  return changes.map(({ kind, key, position }) => {
    const row = rows.get(kind)?.get(key);
    const data = row === undefined ? { kind, gone: key } : { kind, row };
    const frames = new Map<string, Uint8Array>();
    const frameFor = (missed: Missed): Uint8Array => {
      const id = positionText(mark, position, missed);
      const bytes = frames.get(id) ?? frame("change", data, id);
      frames.set(id, bytes);
      return bytes;
    };
    return { kind, frameFor };
  });
}

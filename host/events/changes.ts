import type { ChangeKind } from "../../src/contract/events.ts";
import type { Db } from "../db/connection.ts";
import { frame } from "./event-stream.ts";
import { type WireRows, listed } from "./kinds.ts";
import { type EventRow, type Missed, positionText } from "./positions.ts";

/** A change sent to everyone who may see such rows. */
export interface Change {
  readonly kind: ChangeKind;
  /** Its frame for readers who miss these kinds; memoised, shared by all of them. */
  readonly frameFor: (missed: Missed) => Uint8Array;
}

const isListed = (kind: string): kind is ChangeKind => kind in listed;

/** What readers are told of an event; undefined for the host's internal kinds. Each figure is a kind of its own. */
function told({ kind, key, position }: EventRow): { kind: ChangeKind; key: string; position: number } | undefined {
  const as = kind === "figure" ? key : kind;
  return isListed(as) ? { kind: as, key, position } : undefined;
}

/** The frames for some events. Rows are read at sending time, so no frame carries an older row than one before it. */
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

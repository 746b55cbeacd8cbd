import { useEffect, useRef, useState } from "react";
import { mostBulkRows } from "../../../../contract/gift-cards.ts";
import type { GiftCardRate } from "../../../data/use-gift-cards.ts";
import { type FileRow, parseFile } from "./parse-file.ts";
import { rehearse, type Rehearsed, type Right } from "./rehearse.ts";

/** What stands in the dialog before anything is sent. */
export type Stage =
  | { readonly is: "empty" }
  | { readonly is: "checking"; readonly share: number }
  | { readonly is: "bad"; readonly why: "json" | "csv" | "none" | "many"; readonly count: number }
  | { readonly is: "rehearsed"; readonly rows: readonly Rehearsed[]; readonly file: readonly FileRow[] };

/** Rows that an upload would change something by. */
export const isTickable = (row: Rehearsed): row is Right => row.is !== "wrong";

/** Reads and checks a file, and keeps which of its rows are ticked, by their number in the file. */
export function useRehearsal() {
  const [stage, setStage] = useState<Stage>({ is: "empty" });
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const compare = async (file: readonly FileRow[], known: readonly GiftCardRate[]): Promise<readonly Rehearsed[] | undefined> => {
    stop.current?.abort();
    const mine = new AbortController();
    stop.current = mine;
    try {
      const rows = await rehearse(file, known, (share) => setStage({ is: "checking", share }), mine.signal);
      setStage({ is: "rehearsed", rows, file });
      return rows;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      throw error;
    }
  };

  return {
    stage,
    ticked,
    setTicked,
    /** Reads a file and ticks what is new or changed in it. */
    open: async (chosen: File, known: readonly GiftCardRate[]): Promise<void> => {
      setStage({ is: "checking", share: 0 });
      setTicked(new Set());
      const parsed = parseFile(await chosen.text(), chosen.name, chosen.type);
      if (parsed.is === "unreadable") return setStage({ is: "bad", why: parsed.as, count: 0 });
      const count = parsed.rows.length;
      if (count === 0 || count > mostBulkRows) return setStage({ is: "bad", why: count === 0 ? "none" : "many", count });
      const rows = await compare(parsed.rows, known);
      if (rows) setTicked(new Set(rows.filter((row) => row.is === "new" || row.is === "changed").map(({ row }) => row)));
    },
    compare,
  };
}

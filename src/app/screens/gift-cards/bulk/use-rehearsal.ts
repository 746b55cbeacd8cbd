import { useState } from "react";
import { mostBulkRows } from "../../../../contract/gift-cards.ts";
import type { KnownRates } from "../../../data/use-gift-cards.ts";
import { useLatestRun } from "../../../data/use-latest-run.ts";
import { decodeText, isGuessed } from "../../../csv/decode-text.ts";
import { type FileRows, parseFile } from "./parse-file.ts";
import { rehearse, type Rehearsed, type Right } from "./rehearse.ts";

/** Why a file can't be checked at all. */
export type BadFile =
  | { readonly why: "closed" | "large" | "not text" | "json" | "csv" | "none" }
  | { readonly why: "many"; readonly count: number }
  | { readonly why: "twice"; readonly name: string; readonly line: number }
  | { readonly why: "loose quote"; readonly line: number };

/** `isGuessed`: its letters are. */
type ReadRows = FileRows & { readonly isGuessed: boolean };

/** State of the dialog before sending. */
export type Stage =
  | { readonly is: "empty" }
  | { readonly is: "checking"; readonly share: number }
  | ({ readonly is: "bad" } & BadFile)
  | { readonly is: "rehearsed"; readonly rows: readonly Rehearsed[]; readonly file: ReadRows; readonly comparedAt: number | undefined };

/** Valid rows, which can be sent. */
export const isTickable = (row: Rehearsed): row is Right => row.is !== "wrong";

/** In MB; a file of 10,000 rates is far smaller. */
export const mostMegabytes = 20;

/** The rows of a file, or why it is rejected. */
async function readRows(chosen: File): Promise<ReadRows | BadFile> {
  if (chosen.size > mostMegabytes * 1e6) return { why: "large" };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await chosen.arrayBuffer());
  } catch {
    return { why: "closed" };
  }
  const content = decodeText(bytes);
  if (content === undefined) return { why: "not text" };
  const parsed = parseFile(content, chosen.name, chosen.type);
  if (parsed.is === "unreadable") return { why: parsed.as };
  if (parsed.is === "twice") return { why: parsed.is, name: parsed.name, line: parsed.line };
  if (parsed.is === "loose quote") return { why: parsed.is, line: parsed.line };
  const count = parsed.rows.length;
  return count === 0 ? { why: "none" } : count > mostBulkRows ? { why: "many", count } : { ...parsed, isGuessed: isGuessed(bytes) };
}

/** Reads and checks a file, and holds which rows are ticked, by row number. */
export function useRehearsal() {
  const [stage, setStage] = useState<Stage>({ is: "empty" });
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const { begin } = useLatestRun();

  const compare = async (
    file: ReadRows,
    known: KnownRates | undefined,
    signal: AbortSignal = begin(),
  ): Promise<readonly Rehearsed[] | undefined> => {
    try {
      const rows = await rehearse(file.rows, known?.rates ?? [], (share) => setStage({ is: "checking", share }), signal);
      signal.throwIfAborted();
      setStage({ is: "rehearsed", rows, file, comparedAt: known?.asOf });
      return rows;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  };

  return {
    stage,
    ticked,
    setTicked,
    /** Reads a file and ticks its new and changed rows. Resolves to the error, if any. */
    open: async (chosen: File, known: KnownRates | undefined): Promise<BadFile | undefined> => {
      const signal = begin();
      setStage({ is: "checking", share: 0 });
      setTicked(new Set());
      const read = await readRows(chosen);
      if (signal.aborted) return undefined;
      if ("why" in read) {
        setStage({ is: "bad", ...read });
        return read;
      }
      const rows = await compare(read, known, signal);
      if (rows) setTicked(new Set(rows.filter((row) => row.is === "new" || row.is === "changed").map(({ row }) => row)));
      return undefined;
    },
    compare,
  };
}

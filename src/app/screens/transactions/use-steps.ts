import { type RefObject, useEffect, useRef, useState } from "react";
import { type Besides, besideOf, stepFrom } from "../../../sync/transactions/neighbours.ts";
import type { TransactionReader } from "../../../sync/transactions/transaction-reader.ts";
import type { Row } from "./looks.ts";

type Side = "previous" | "next";

export interface Steps {
  /** The row is in the loaded part of the list beneath. */
  readonly isListed: boolean;
  readonly can: Readonly<Record<Side, boolean>>;
  /** Loading the row to step to. */
  readonly busy: Side | undefined;
  /** Rows could not be loaded. */
  readonly hasFailed: boolean;
  readonly go: (side: Side) => void;
}

/** Steps through the list beneath to the previous or next row, loading it if needed. */
export function useSteps(reader: TransactionReader, row: Row | undefined, onGo: (row: Row) => void): Steps {
  const { source } = reader;
  const [known, setKnown] = useState<{ readonly id: string; readonly besides: Besides }>();
  const [busy, setBusy] = useState<Side>();
  const [failedAt, setFailedAt] = useState<string>();
  /** Current row; a step that finishes after it has changed is dropped. */
  const here = useRef<string>(undefined);
  const [id, at] = [row?.id, row?.at];
  useEffect(() => {
    if (id === undefined || at === undefined) return undefined;
    let isOver = false;
    const look = () =>
      besideOf(source, { id, at }).then(
        (besides) => {
          if (!isOver) setKnown({ id, besides });
        },
        () => {
          // The list itself reports that it can't be read.
        },
      );
    const unfollow = source.follow(() => void look());
    void look();
    return () => {
      isOver = true;
      unfollow();
    };
  }, [source, id, at]);
  useEffect(() => {
    here.current = id;
    return () => {
      here.current = undefined;
    };
  }, [id]);

  const besides = known?.id === id ? known?.besides : undefined;
  const go = (side: Side): void => {
    if (!row || busy || besides?.[side].is === "end") return;
    const isHere = (): boolean => here.current === row.id;
    setBusy(side);
    setFailedAt(undefined);
    stepFrom(source, { id: row.id, at: row.at }, side, isHere).then(
      ({ is, row: to }) => {
        setBusy(undefined);
        if (to && isHere()) onGo(to);
        else if (is === "failed") setFailedAt(row.id);
      },
      () => {
        setBusy(undefined);
        setFailedAt(row.id);
      },
    );
  };
  return {
    isListed: row !== undefined && besides?.isListed !== false,
    can: { previous: besides?.previous.is !== "end", next: besides?.next.is !== "end" },
    busy,
    hasFailed: failedAt !== undefined && failedAt === id,
    go,
  };
}

/** Elements with their own use for the left and right arrows. */
const takesArrows =
  "input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=combobox], [role=tablist], [role=radiogroup]";

/** Left and right arrows step from anywhere in the dialog around `within`. */
export function useStepKeys(within: RefObject<HTMLElement | null>, { go }: Steps): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
      const side = key === "ArrowLeft" ? "previous" : key === "ArrowRight" ? "next" : undefined;
      if (!side || altKey || ctrlKey || metaKey || shiftKey || defaultPrevented) return;
      const dialog = within.current?.closest("[role=dialog]");
      if (!(target instanceof Element) || !dialog?.contains(target) || target.closest(takesArrows)) return;
      event.preventDefault();
      go(side);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

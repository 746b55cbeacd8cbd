import { useState } from "react";
import type { MutationCall } from "../../contract/call.ts";
import type { Intent } from "../../sync/money/gate.ts";
import { type DeedWords, useDeed } from "../deeds/use-deed.ts";
import { toast } from "../ui/toast.ts";
import type { ReadDecimal } from "../ui/read-decimal.ts";
import type { HostSays } from "./use-change-check.ts";

const nothing: HostSays = { value: undefined, changedAt: undefined, by: undefined };

export interface FigureFormOptions<C extends MutationCall> {
  /** Last known value of the figure; undefined if there is none. */
  readonly says: HostSays | undefined;
  readonly read: (text: string) => ReadDecimal;
  readonly words: DeedWords & { readonly empty: string; readonly invalid: string };
  /** Intent that changes a value from `before`; both decimal text. */
  readonly intentOf: (value: string, before: string) => Intent<C>;
  readonly onDone?: () => void;
}

/** A change awaiting confirmation. */
export interface AskedChange {
  readonly value: string;
  /** What was on screen when it was typed. */
  readonly seen: HostSays;
}

/** Form for a figure's new value: text, validation error, the change to confirm, and sending it. */
export function useFigureForm<C extends MutationCall>({ says = nothing, read, words, intentOf, onDone }: FigureFormOptions<C>) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<AskedChange>();
  const { deed, send, clearTrouble } = useDeed(words);

  return {
    text,
    problem,
    asked,
    /** State of the last change sent. */
    deed,
    type: (value: string): void => {
      setText(value);
      setProblem(undefined);
    },
    /** Sets the validation error, or asks for confirmation. */
    ask: (): void => {
      const typed = read(text);
      const wrong = typed.is === "empty" ? words.empty : typed.is === "invalid" ? words.invalid : undefined;
      setProblem(wrong);
      if (wrong !== undefined) toast({ tone: "failed", title: wrong });
      else if (typed.is === "read") setAsked({ value: typed.value, seen: says });
    },
    /** `isOpen`: whether the confirmation is still open; a cancelled one leaves what is typed and asked by then. */
    submit: async (value: string, isOpen: () => boolean): Promise<void> => {
      const outcome = await send(intentOf(value, says.value ?? ""));
      if (!isOpen()) return;
      if (outcome.is === "done") {
        setText("");
        onDone?.();
      }
      if (outcome.is === "done" || outcome.is === "unknown") setAsked(undefined);
    },
    close: (): void => {
      clearTrouble();
      setAsked(undefined);
    },
  };
}

export type FigureForm = ReturnType<typeof useFigureForm>;

import { useState } from "react";
import type { MutationCall } from "../../contract/call.ts";
import type { Intent } from "../../sync/money/gate.ts";
import { type DeedWords, useDeed } from "../deeds/use-deed.ts";
import { toast } from "../ui/toast.ts";
import type { ReadDecimal } from "../ui/read-decimal.ts";
import type { HostSays } from "./use-change-check.ts";

const nothing: HostSays = { value: undefined, changedAt: undefined, by: undefined };

export interface FigureFormOptions<C extends MutationCall> {
  /** What the device knows of the figure; undefined where it knows nothing. */
  readonly says: HostSays | undefined;
  readonly read: (text: string) => ReadDecimal;
  readonly words: DeedWords & { readonly empty: string; readonly invalid: string };
  /** The change of a value that was known as `before` into another one, both decimal text. */
  readonly intentOf: (value: string, before: string) => Intent<C>;
  readonly onDone?: () => void;
}

/** A change that waits for its confirmation. */
export interface AskedChange {
  readonly value: string;
  /** What stood on the screen when it was typed. */
  readonly seen: HostSays;
}

/** A box for a figure's new value: what is typed, what is wrong with it, the change that is asked about, and its sending. */
export function useFigureForm<C extends MutationCall>({ says = nothing, read, words, intentOf, onDone }: FigureFormOptions<C>) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [asked, setAsked] = useState<AskedChange>();
  const { deed, send, clearTrouble } = useDeed(words);

  return {
    text,
    problem,
    asked,
    /** How the change that was sent last stands. */
    deed,
    type: (value: string): void => {
      setText(value);
      setProblem(undefined);
    },
    /** Says what is wrong, or asks for the confirmation. */
    ask: (): void => {
      const typed = read(text);
      const wrong = typed.is === "empty" ? words.empty : typed.is === "invalid" ? words.invalid : undefined;
      setProblem(wrong);
      if (wrong !== undefined) toast({ tone: "failed", title: wrong });
      else if (typed.is === "read") setAsked({ value: typed.value, seen: says });
    },
    submit: async (value: string): Promise<void> => {
      const outcome = await send(intentOf(value, says.value ?? ""));
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

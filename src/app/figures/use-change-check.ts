import { useCallback, useEffect, useRef, useState } from "react";
import { isSame } from "./change.ts";

/** What the host says of a figure at one moment. */
export interface HostSays {
  readonly value: string | undefined;
  /** ISO 8601, if the host tells. */
  readonly changedAt: string | undefined;
  readonly by: string | undefined;
  /** A text that the change replaces, too: a description, a name. Left out where it stays. */
  readonly text?: string | undefined;
}

export type ChangeCheck =
  /** Refetching the value to be replaced. */
  | { readonly is: "asking"; readonly before: HostSays }
  | { readonly is: "read"; readonly before: HostSays; readonly moved: boolean }
  /** It could not be fetched; `before` is the last known value. */
  | { readonly is: "unread"; readonly before: HostSays };

/**
 * Checks the value a change would replace against the host: when the confirmation opens, and right before sending.
 * `moved`: it differs from what the admin saw.
 */
export function useChangeCheck(seen: HostSays, readAgain: () => Promise<HostSays | undefined>) {
  const [check, setCheck] = useState<ChangeCheck>({ is: "asking", before: seen });
  const ask = useRef(readAgain);
  useEffect(() => {
    ask.current = readAgain;
  });

  /** Resolves to whether the host's value still matches the confirmation. */
  const askAgain = useCallback(async (before: HostSays): Promise<"same" | "moved" | "unread"> => {
    const now = await ask.current();
    if (!now) {
      setCheck({ is: "unread", before });
      return "unread";
    }
    const moved = !isSame(before.value, now.value) || (before.text ?? "") !== (now.text ?? "");
    setCheck((known) => ({ is: "read", before: now, moved: moved || (known.is === "read" && known.moved) }));
    return moved ? "moved" : "same";
  }, []);

  const first = useRef(seen);
  useEffect(() => {
    void askAgain(first.current);
  }, [askAgain]);

  return { check, askAgain };
}

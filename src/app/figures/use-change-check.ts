import { useCallback, useEffect, useRef, useState } from "react";
import { isSame } from "./change.ts";

/** What the host says of a figure at one moment. */
export interface HostSays {
  readonly value: string | undefined;
  /** ISO 8601, where the host says. */
  readonly changedAt: string | undefined;
  readonly by: string | undefined;
}

export type ChangeCheck =
  /** The host is being asked for the value that would be replaced. */
  | { readonly is: "asking"; readonly before: HostSays }
  | { readonly is: "read"; readonly before: HostSays; readonly moved: boolean }
  /** It could not be asked; `before` is what the device knew. */
  | { readonly is: "unread"; readonly before: HostSays };

/**
 * Keeps the value that a change would replace true to the host: asked for when the confirmation opens, and once
 * more right before sending. `moved`: it isn't what the admin had before the eyes.
 */
export function useChangeCheck(seen: HostSays, readAgain: () => Promise<HostSays | undefined>) {
  const [check, setCheck] = useState<ChangeCheck>({ is: "asking", before: seen });
  const ask = useRef(readAgain);
  useEffect(() => {
    ask.current = readAgain;
  });

  /** Resolves to whether the host still says what stands in the confirmation. */
  const askAgain = useCallback(async (before: HostSays): Promise<"same" | "moved" | "unread"> => {
    const now = await ask.current();
    if (!now) {
      setCheck({ is: "unread", before });
      return "unread";
    }
    const moved = !isSame(before.value, now.value);
    setCheck((known) => ({ is: "read", before: now, moved: moved || (known.is === "read" && known.moved) }));
    return moved ? "moved" : "same";
  }, []);

  const first = useRef(seen);
  useEffect(() => {
    void askAgain(first.current);
  }, [askAgain]);

  return { check, askAgain };
}

import { useCallback, useEffect, useRef } from "react";

/** Tells whether what asks still stands on the screen, as after a question whose answer took a while. */
export function useIsHere(): () => boolean {
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return useCallback(() => here.current, []);
}

import { useCallback, useEffect, useRef } from "react";

/** Whether the caller is still mounted, such as after an await. */
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

import { useEffect } from "react";
import { keepPlace } from "../../ui/way-back.ts";

/** Keeps focus near its place where the focused control vanishes. */
export function KeepFocus(): null {
  useEffect(() => {
    const stop = new AbortController();
    keepPlace(stop.signal);
    return () => stop.abort();
  }, []);
  return null;
}

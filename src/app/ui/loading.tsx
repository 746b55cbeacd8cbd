import { useEffect, useState } from "react";
import { Broken } from "./error-boundary.tsx";

/** Report a part of the app as unreachable after this long loading, in ms. */
const lateAfterMs = 15_000;

/** Placeholder while a screen loads: blank at first, with a way out if it takes too long. */
export function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? <Broken lost /> : null;
}

import { useEffect, useState } from "react";
import { Broken } from "./error-boundary.tsx";

/** A part of the app that takes longer than this to load is said to be out of reach, in ms. */
const lateAfterMs = 15_000;

/** Stands while a screen loads: nothing at first, and a way out where it takes too long. */
export function Loading() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return late ? <Broken lost /> : null;
}

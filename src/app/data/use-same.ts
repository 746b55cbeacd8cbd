import { useState } from "react";

/** The value of an earlier render for as long as a new one says the same as JSON; for plain data in dependencies. */
export function useSame<T>(value: T): T {
  const [kept, keep] = useState({ value });
  if (JSON.stringify(kept.value) === JSON.stringify(value)) return kept.value;
  keep({ value });
  return value;
}

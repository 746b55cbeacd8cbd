import { useState } from "react";

/** Keeps the previous value while the new one is equal as JSON; for plain data in dependencies. */
export function useSame<T>(value: T): T {
  const [kept, keep] = useState({ value });
  if (JSON.stringify(kept.value) === JSON.stringify(value)) return kept.value;
  keep({ value });
  return value;
}

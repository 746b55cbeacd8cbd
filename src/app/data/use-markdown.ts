import { nameOf } from "../../contract/call.ts";
import { type Calculation, calculatePrice } from "../../contract/markdown.ts";
import { useSync } from "./sync-context.ts";

export type { Calculation };

/** Result of a calculation at the host. `lost`: the host could not be asked. */
export type Calculated =
  | { readonly is: "done"; readonly value: Calculation; readonly message: string | undefined }
  | { readonly is: "failed"; readonly message: string | undefined }
  | { readonly is: "lost" };

/** Asks the host for a price under the global markdown (PRICE-2). */
export function useCalculatePrice(): (originalPrice: string, asset: string, signal: AbortSignal) => Promise<Calculated> {
  const { host } = useSync();
  return async (originalPrice, asset, signal) => {
    host.beginAnew(nameOf(calculatePrice));
    const answer = await host.reads.read(calculatePrice, { query: { originalPrice, asset } }, signal);
    if (answer.is === "answered") return { is: "done", value: answer.value, message: answer.value.message };
    if (answer.is === "refused") return { is: "failed", message: answer.message };
    return answer.is === "lost" ? { is: "lost" } : { is: "failed", message: undefined };
  };
}

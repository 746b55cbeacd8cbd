import { fundUser } from "../src/contract/funding.ts";
import type { Conformance } from "./conformance.ts";
import type { Difference } from "./differences.ts";

/** Checks that CORS allows the calls from the app's origin. Preflights change nothing. */
export async function checkCors(conformance: Conformance, origin: string): Promise<void> {
  const { idempotencyHeader, paths } = conformance.config;
  const wanted = ["authorization", "content-type", ...(idempotencyHeader === undefined ? [] : [idempotencyHeader.toLowerCase()])];
  const { headers } = await conformance.asker.ask(fundUser, {
    method: "OPTIONS",
    path: paths.fund,
    headers: { Origin: origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": wanted.join(",") },
  });
  const found: Difference[] = [];
  const from = headers.get("Access-Control-Allow-Origin");
  if (from !== origin && from !== "*") found.push({ field: "Access-Control-Allow-Origin", expected: origin, got: from ?? "nothing" });
  const allowed = headers.get("Access-Control-Allow-Headers") ?? "";
  const names = new Set(allowed.toLowerCase().split(/\s*,\s*/));
  for (const name of wanted)
    if (!names.has(name)) found.push({ field: "Access-Control-Allow-Headers", expected: `${name} among them`, got: allowed || "nothing" });
  conformance.note(`OPTIONS ${paths.fund} from ${origin}`, found);
}

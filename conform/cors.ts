import { dashboardAnalytics } from "../src/contract/analytics.ts";
import { nameOf } from "../src/contract/call.ts";
import { updateCryptoFee } from "../src/contract/fees.ts";
import { fundUser } from "../src/contract/funding.ts";
import { deleteUser, disableTwoFactor } from "../src/contract/user-tools.ts";
import type { Conformance } from "./conformance.ts";
import type { Difference } from "./differences.ts";

function originIn(headers: Headers, origin: string): Difference[] {
  const got = headers.get("Access-Control-Allow-Origin");
  return got === origin || got === "*" ? [] : [{ field: "Access-Control-Allow-Origin", expected: origin, got: got ?? "nothing" }];
}

/** The names that a header's list lacks. `*` stands for all but Authorization. */
function lacking(headers: Headers, field: string, wanted: readonly string[]): Difference[] {
  const got = headers.get(field) ?? "";
  const names = new Set(got.toLowerCase().split(/\s*,\s*/));
  const isThere = (name: string): boolean => names.has(name.toLowerCase()) || (names.has("*") && name !== "authorization");
  return wanted.filter((name) => !isThere(name)).map((name) => ({ field, expected: `${name} among them`, got: got || "nothing" }));
}

/**
 * Checks that CORS allows the calls from the app's origin: asks before a call of each method that changes something, as a browser does,
 * and that a refusal can be read there, too. Changes nothing.
 */
export async function checkCors(conformance: Conformance, origin: string): Promise<void> {
  const { asker } = conformance;
  const { idempotencyHeader, paths } = conformance.config;
  const wanted = ["authorization", "content-type", ...(idempotencyHeader === undefined ? [] : [idempotencyHeader.toLowerCase()])];
  for (const call of [fundUser, updateCryptoFee, disableTwoFactor, deleteUser]) {
    const path = call === fundUser ? paths.fund : call.path;
    const { status, headers } = await asker.ask(call, {
      method: "OPTIONS",
      path,
      headers: { Origin: origin, "Access-Control-Request-Method": call.method, "Access-Control-Request-Headers": wanted.join(",") },
    });
    conformance.note(`OPTIONS ${path} from ${origin}`, [
      ...(status >= 200 && status < 300 ? [] : [{ field: "status", expected: "a 2xx, without a token", got: String(status) }]),
      ...originIn(headers, origin),
      // POST needs no permission.
      ...(call.method === "POST" ? [] : lacking(headers, "Access-Control-Allow-Methods", [call.method])),
      ...lacking(headers, "Access-Control-Allow-Headers", wanted),
    ]);
  }
  const { headers } = await asker.ask(dashboardAnalytics, { headers: { Origin: origin } });
  conformance.note(`${nameOf(dashboardAnalytics)} without a token from ${origin}`, originIn(headers, origin));
}

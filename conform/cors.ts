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
 * and that a refusal can be read there, too. `app`: its address, whose path doesn't matter. Changes nothing.
 */
export async function checkCors(conformance: Conformance, app: string): Promise<void> {
  const { origin } = new URL(app);
  const { idempotencyHeader, paths } = conformance.config;
  const wanted = ["authorization", "content-type", ...(idempotencyHeader === undefined ? [] : [idempotencyHeader.toLowerCase()])];
  for (const call of [fundUser, updateCryptoFee, disableTwoFactor, deleteUser]) {
    const path = call === fundUser ? paths.fund : call.path;
    const name = `OPTIONS ${path} from ${origin}`;
    const headers = {
      Origin: origin,
      "Access-Control-Request-Method": call.method,
      "Access-Control-Request-Headers": wanted.join(","),
    };
    const asked = await conformance.ask(call, { method: "OPTIONS", path, headers }, name);
    if (asked === undefined) continue;
    const { status } = asked;
    conformance.note(name, [
      ...(status >= 200 && status < 300 ? [] : [{ field: "status", expected: "a 2xx, without a token", got: String(status) }]),
      ...originIn(asked.headers, origin),
      // POST needs no permission.
      ...(call.method === "POST" ? [] : lacking(asked.headers, "Access-Control-Allow-Methods", [call.method])),
      ...lacking(asked.headers, "Access-Control-Allow-Headers", wanted),
    ]);
  }
  const name = `${nameOf(dashboardAnalytics)} without a token from ${origin}`;
  const asked = await conformance.ask(dashboardAnalytics, { headers: { Origin: origin } }, name);
  if (asked !== undefined) conformance.note(name, originIn(asked.headers, origin));
}

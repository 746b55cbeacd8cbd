import * as v from "valibot";
import { dashboardAnalytics } from "../src/contract/analytics.ts";
import { nameOf } from "../src/contract/call.ts";
import type { Config } from "../src/contract/config.ts";
import { askedForPasskey, signIn } from "../src/contract/sign-in.ts";
import { type Asked, Asker, type Fetch, NoCheck, type Pause } from "./asking.ts";
import { type Checked, Conformance, endsSession } from "./conformance.ts";
import { checkCors } from "./cors.ts";
import { type Difference, differences } from "./differences.ts";
import { checkConfigAt, configAt, unlike } from "./own-config.ts";
import { checkAdminReads } from "./reads/admin-reads.ts";
import { checkApprovals } from "./reads/approvals.ts";
import { checkEvents } from "./reads/events.ts";
import { checkFigures } from "./reads/figures.ts";
import { checkTransactions } from "./reads/transactions.ts";
import { checkUsers } from "./reads/users.ts";

export interface Options {
  readonly host: string;
  readonly who: { readonly email: string; readonly pin: string } | { readonly token: string };
  readonly fetch: Fetch;
  /** Waits before sending again what the host refused as one request too many. */
  readonly pause?: Pause;
  /** The app's own config.json; if absent, the host's counts. */
  readonly config?: Config;
  /** The app's origin, if it isn't the host's. */
  readonly origin?: string | undefined;
  /** Whether to read a user's refresh tokens, too. */
  readonly secrets?: boolean;
}

function mustBeJson({ host }: Asker, what: string, { status, insteadOfJson }: Asked): void {
  if (insteadOfJson !== undefined && status < 500)
    throw new NoCheck(
      `${host} answers ${what} with ${insteadOfJson} (${status}), not with JSON: is it the API's address, with its prefix?`,
    );
}

async function signedIn(asker: Asker, who: Options["who"]): Promise<{ token: string; found: readonly Difference[] }> {
  if ("token" in who) {
    const tried = await asker.ask(dashboardAnalytics, { token: who.token });
    if (tried.status === 401 || endsSession(tried))
      throw new NoCheck(`${asker.host} refuses the token in CONFORM_TOKEN: ${tried.message ?? tried.status}`);
    // Anything else is a difference of that read alone.
    if (tried.status === 404 || tried.insteadOfJson?.startsWith("a ")) mustBeJson(asker, "a read", tried);
    return { token: who.token, found: [] };
  }
  const asked = await asker.ask(signIn, { body: { email: who.email, passwordPin: who.pin } });
  mustBeJson(asker, "a sign-in", asked);
  const { status, json, message } = asked;
  if (status === 401 || status === 403 || status === 400)
    throw new NoCheck(`${asker.host} refuses the sign-in as ${who.email}: ${message ?? status}.`);
  if (status !== 200)
    throw new NoCheck(`${asker.host} can't sign ${who.email} in (${status}${message === undefined ? "" : `: ${message}`}).`);
  if (v.is(askedForPasskey, json))
    throw new NoCheck(
      `${asker.host} asks ${who.email} for a passkey, which only a browser has: sign in there, or as an admin without one, and give the access token in CONFORM_TOKEN.`,
    );
  const found = differences(signIn.answer, json);
  const token = v.safeParse(v.object({ accessToken: v.pipe(v.string(), v.nonEmpty()) }), json);
  if (!token.success)
    throw new NoCheck(`${asker.host} signs ${who.email} in, but its answer has no accessToken, so nothing more can be checked.`);
  return { token: token.output.accessToken, found };
}

/** Checks a host against the contract: signs in if given no token, then only reads. */
export async function conform({ host, who, fetch, pause, config, origin, secrets = false }: Options): Promise<readonly Checked[]> {
  const asker = new Asker(host, fetch, pause);
  const announced = await configAt(asker);
  const { token, found } = await signedIn(asker, who);
  const conformance = new Conformance(asker, config ?? announced.config, token);
  if (config !== undefined && announced.verdict.is === "differs")
    conformance.pass("--config", { is: "not asked", why: "the host's /config.json can't be read to compare it" });
  else if (config !== undefined) conformance.note("--config", unlike(announced, config));
  else if (announced.verdict.is === "differs") conformance.note("GET /config.json", announced.verdict.differences);
  else if (announced.verdict.is === "same") conformance.note("GET /config.json");
  else conformance.pass("GET /config.json", announced.verdict);
  if (config === undefined && origin !== undefined && new URL(origin).origin !== new URL(host).origin)
    await checkConfigAt(conformance, new Asker(new URL(origin).origin, fetch, pause), announced);
  if ("email" in who) conformance.note(nameOf(signIn), found);
  if (origin !== undefined) await checkCors(conformance, origin);
  await checkTransactions(conformance);
  await checkUsers(conformance, secrets);
  await checkFigures(conformance);
  await checkAdminReads(conformance);
  await checkApprovals(conformance);
  await checkEvents(conformance);
  if (!conformance.isLetIn) throw new NoCheck(`${host} refuses every read to this admin: ${conformance.refusal}`);
  return conformance.checked;
}

import * as v from "valibot";
import { nameOf } from "../src/contract/call.ts";
import type { Config } from "../src/contract/config.ts";
import { askedForPasskey, signIn } from "../src/contract/sign-in.ts";
import { Asker, type Fetch, NoCheck, type Pause } from "./asking.ts";
import { type Checked, Conformance } from "./conformance.ts";
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

async function signedIn(asker: Asker, who: Options["who"]): Promise<{ token: string; found: readonly Difference[] }> {
  if ("token" in who) return { token: who.token, found: [] };
  const { status, json, insteadOfJson, message } = await asker.ask(signIn, { body: { email: who.email, passwordPin: who.pin } });
  if (insteadOfJson !== undefined && status < 500)
    throw new NoCheck(
      `${asker.host} answers a sign-in with ${insteadOfJson} (${status}), not with JSON: is it the API's address, with its prefix?`,
    );
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
  if (config !== undefined) conformance.note("--config", unlike(announced, config));
  else if (announced.verdict.is === "differs") conformance.note("GET /config.json", announced.verdict.differences);
  else if (announced.verdict.is === "same") conformance.note("GET /config.json");
  else conformance.pass("GET /config.json", announced.verdict);
  if (config === undefined && origin !== undefined && new URL(origin).origin !== new URL(host).origin)
    await checkConfigAt(conformance, new Asker(origin, fetch, pause), announced);
  if ("email" in who) conformance.note(nameOf(signIn), found);
  if (origin !== undefined) await checkCors(conformance, origin);
  await checkTransactions(conformance);
  await checkUsers(conformance, secrets);
  await checkFigures(conformance);
  await checkAdminReads(conformance);
  await checkApprovals(conformance);
  await checkEvents(conformance);
  return conformance.checked;
}

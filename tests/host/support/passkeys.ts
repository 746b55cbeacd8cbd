import * as v from "valibot";
import { expect } from "vitest";
import { addAdmin } from "../../../host/sessions/admins.ts";
import { permissionsOf } from "../../../host/sessions/permissions.ts";
import { registerOptions, requestOptions } from "../../../src/contract/passkeys.ts";
import { type AdminRole, askedForPasskey, openedSession } from "../../../src/contract/sign-in.ts";
import { type Lies, SoftwarePasskey } from "../../support/software-passkey.ts";
import { type TestHost, testNow } from "./test-host.ts";

/** The PIN of all admins made here. */
const pin = "424242";
let added = 0;

export async function newAdmin(box: TestHost, role: AdminRole = "super_admin"): Promise<string> {
  added += 1;
  const email = `holder${added}@example.com`;
  const { db, pinCost } = box.host.deps;
  await addAdmin(db, { email, adminName: "Holder", pin, role, permissions: permissionsOf[role] }, pinCost, testNow);
  return email;
}

export const signInAs = (box: TestHost, email: string, from: { readonly address?: string; readonly cookie?: string } = {}) =>
  box.call("POST /adminsignin/signin", {
    body: { email, passwordPin: pin },
    ...(from.address === undefined ? {} : { address: from.address }),
    ...(from.cookie === undefined ? {} : { headers: { Cookie: from.cookie } }),
  });

/** The ticket after a correct PIN, and the browser's request options. */
export function ticketIn(body: unknown) {
  const { ticket, options } = v.parse(askedForPasskey, body).passkey;
  return { ticket, options: v.parse(requestOptions, options) };
}

export const tokenOf = (answer: { readonly body: unknown }): string => v.parse(openedSession, answer.body).accessToken;

export async function addPasskey(box: TestHost, token: string, name = "Desk", passkey = new SoftwarePasskey(), lies: Lies = {}) {
  const { options } = v.parse(registerOptions.answer, (await box.call("POST /api/passkeys/register/options", { token, body: {} })).body);
  const answer = await box.call("POST /api/passkeys/register", { token, body: { name, credential: passkey.create(options, lies) } });
  return { answer, passkey, options };
}

/** An admin with a passkey, and a token from before it was added. */
export async function holder(box: TestHost, role: AdminRole = "super_admin") {
  const email = await newAdmin(box, role);
  const token = tokenOf(await signInAs(box, email));
  const { answer, passkey } = await addPasskey(box, token);
  expect(answer.status).toBe(201);
  return { email, token, passkey };
}

export const asked = async (box: TestHost, email: string, from: Parameters<typeof signInAs>[2] = {}) =>
  ticketIn((await signInAs(box, email, from)).body);
export const confirm = (
  box: TestHost,
  ticket: string,
  credential: object,
  from: { readonly address?: string; readonly headers?: Record<string, string> } = {},
) => box.call("POST /api/passkeys/signin", { body: { ticket, credential }, ...from });

import * as v from "valibot";
import { dataOf, mutationAnswer, saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { email, id, instant, maybe, text, word } from "./scalars.ts";
import { openedSession } from "./sign-in.ts";

/** Path on the embedded host; config.json's `passkeys` replaces this prefix. */
export const passkeysPath = "/api/passkeys";

const bytes = v.pipe(v.string("is missing"), v.regex(/^[\w-]+$/, "is not base64url"), v.maxLength(20_000, "is too long"));
const shortBytes = v.pipe(bytes, v.maxLength(2000, "is too long"));

/** WebAuthn's AuthenticationResponseJSON: a passkey's signature. Unknown fields are kept for hosts that use them. */
export const signedCredential = v.looseObject({
  id: shortBytes,
  rawId: shortBytes,
  type: v.literal("public-key", "is not public-key"),
  response: v.looseObject({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: shortBytes,
    userHandle: v.optional(v.string()),
  }),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
});
export type SignedCredential = v.InferOutput<typeof signedCredential>;

/** WebAuthn's RegistrationResponseJSON: a new passkey. */
export const newCredential = v.looseObject({
  id: shortBytes,
  rawId: shortBytes,
  type: v.literal("public-key", "is not public-key"),
  response: v.looseObject({ clientDataJSON: bytes, attestationObject: bytes }),
  clientExtensionResults: v.optional(v.looseObject({}), {}),
});

const descriptors = v.exactOptional(v.array(v.looseObject({ id: v.string(), type: v.literal("public-key") })));

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. */
export const requestOptions = v.looseObject({
  challenge: v.pipe(v.string(), v.nonEmpty()),
  rpId: v.exactOptional(v.string()),
  allowCredentials: descriptors,
});
export type RequestOptions = v.InferOutput<typeof requestOptions>;

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const creationOptions = v.looseObject({
  challenge: v.pipe(v.string(), v.nonEmpty()),
  rp: v.looseObject({ id: v.exactOptional(v.string()), name: v.string() }),
  user: v.looseObject({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.looseObject({ type: v.literal("public-key"), alg: v.number() })),
  excludeCredentials: descriptors,
});
export type CreationOptions = v.InferOutput<typeof creationOptions>;

const passkey = v.looseObject({ id, name: text, addedAt: instant, lastUsedAt: maybe(instant) });
export type Passkey = v.InferOutput<typeof passkey>;

/** The admin's own passkeys. */
export const listPasskeys = defineCall({
  method: "GET",
  path: passkeysPath,
  auth: "bearer",
  kind: "read",
  answer: dataOf(v.looseObject({ passkeys: v.array(passkey) })),
});

/** Browser options for creating a passkey. */
export const registerOptions = defineCall({
  method: "POST",
  path: `${passkeysPath}/register/options`,
  auth: "bearer",
  kind: "read",
  body: v.object({}),
  answer: dataOf(v.looseObject({ options: creationOptions })),
});

/** Given by the admin, up to 100 characters; browsers provide no usable name. */
export const passkeyName = word(100);

/** Registers a new passkey. The challenge is single-use, so a repeat can't add a second one. */
export const registerPasskey = defineCall({
  method: "POST",
  path: `${passkeysPath}/register`,
  auth: "bearer",
  kind: "session",
  action: "addPasskey",
  body: v.object({ name: passkeyName, credential: newCredential }),
  answer: dataOf(v.looseObject({ id, name: text, addedAt: instant })),
});

/** Removes one of the admin's own passkeys. */
export const removePasskey = defineCall({
  method: "DELETE",
  path: `${passkeysPath}/{id}`,
  auth: "bearer",
  kind: "session",
  action: "removePasskey",
  answer: v.looseObject(saidFields),
});

/** SHA-256 in lower-case hex. */
export const digest = v.pipe(v.string("is missing"), v.regex(/^[0-9a-f]{64}$/, "is not 64 hexadecimal digits in lower case"));

/** Browser options for signing a digest: its bytes are the challenge (PASS-4). */
export const signOptions = defineCall({
  method: "POST",
  path: `${passkeysPath}/sign/options`,
  auth: "bearer",
  kind: "read",
  body: v.object({ digest }),
  answer: dataOf(v.looseObject({ options: requestOptions })),
});

/**
 * Second sign-in step, with the ticket of the first (PASS-2). 401: the ticket has expired; a refused credential leaves it valid.
 */
export const signInWithPasskey = defineCall({
  method: "POST",
  path: `${passkeysPath}/signin`,
  auth: "none",
  kind: "session",
  action: "signInWithPasskey",
  body: v.object({
    ticket: v.pipe(v.string("is missing"), v.nonEmpty("is missing"), v.maxLength(500, "is too long")),
    credential: signedCredential,
  }),
  answer: openedSession,
});

/** Removes all passkeys of an admin; by another super_admin (PASS-3). */
export const resetPasskeys = defineCall({
  method: "POST",
  path: `${passkeysPath}/reset`,
  auth: "bearer",
  kind: "mutation",
  action: "resetPasskeys",
  body: v.object({ email }),
  answer: mutationAnswer,
});

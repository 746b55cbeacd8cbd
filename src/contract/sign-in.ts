import * as v from "valibot";
import { defineCall } from "./call.ts";
import { email, maybe, plain, text } from "./scalars.ts";
import { sentences } from "./sentences.ts";

/** The admin as sent by the host (D1 §3); other fields are kept. */
export const admin = v.looseObject({ name: text, username: text, adminName: text, email: text });
export type Admin = v.InferOutput<typeof admin>;

/** An access or refresh token in an answer. */
export const token = v.pipe(v.string(), v.nonEmpty());
const pin = v.pipe(v.string("is missing"), v.nonEmpty("is missing"), v.maxLength(200, "is too long"));

/** Message of most answers, as text or list of sentences, under `message` or `error`. */
export const said = v.looseObject({ message: sentences, error: sentences });

/** A session in the answer that opens it. */
export const openedSession = v.object({ admin, accessToken: token, refreshToken: maybe(token) });
export type OpenedSession = v.InferOutput<typeof openedSession>;

/** The PIN was right, and the host wants a passkey before it opens a session (PASS-2). `options` are WebAuthn's. */
export const askedForPasskey = v.object({ passkey: v.object({ ticket: token, options: v.looseObject({ challenge: token }) }) });

export type PasskeyAsked = v.InferOutput<typeof askedForPasskey>["passkey"];

export const signIn = defineCall({
  method: "POST",
  path: "/adminsignin/signin",
  auth: "none",
  kind: "session",
  action: "signIn",
  body: v.object({ email, passwordPin: pin }),
  answer: v.union([openedSession, askedForPasskey]),
});

export const register = defineCall({
  method: "POST",
  path: "/register",
  auth: "none",
  kind: "session",
  action: "register",
  body: v.object({
    name: v.pipe(v.string("is missing"), plain(), v.minLength(1, "is missing"), v.maxLength(100, "is too long")),
    email,
    passwordPin: pin,
    confirmPassword: pin,
  }),
  answer: v.object({ user: admin, token }),
});

export const resetPassword = defineCall({
  method: "POST",
  path: "/reset-password",
  auth: "none",
  kind: "session",
  action: "askPinReset",
  body: v.object({ email }),
  answer: said,
});

/** Permissions of AUTH-17; a token without them disables nothing (AUTH-18). */
export const permissionNames = [
  "canDeleteUsers",
  "canManageWallets",
  "canManageFees",
  "canViewTransactions",
  "canFundUsers",
  "canManageKYC",
  "canAccessReports",
  "canManageAdmins",
] as const;
export type Permission = (typeof permissionNames)[number];

export const adminRoles = ["admin", "super_admin", "moderator"] as const;
export type AdminRole = (typeof adminRoles)[number];

/** Token claims that the app reads; all optional. Times are epoch seconds. */
export const claims = v.looseObject({
  sub: v.fallback(text, undefined),
  email: v.fallback(text, undefined),
  role: v.fallback(text, undefined),
  adminRole: v.fallback(text, undefined),
  permissions: v.fallback(v.optional(v.record(v.string(), v.unknown())), undefined),
  /** Only adding a passkey is allowed (PASS-3). */
  mustAddPasskey: v.fallback(v.optional(v.boolean()), undefined),
  iat: v.fallback(v.optional(v.number()), undefined),
  exp: v.fallback(v.optional(v.number()), undefined),
});
export type Claims = v.InferOutput<typeof claims>;

/** The message that ends a session from any screen (AUTH-11). */
export const invalidTokenMessage = "Forbidden: Invalid admin token.";

import * as v from "valibot";
import { dataOf, mutationAnswer } from "./answers.ts";
import { defineCall } from "./call.ts";
import { email, flag, id, instant, maybe, oneOf, plain, text } from "./scalars.ts";
import { adminRoles } from "./sign-in.ts";

/** Admin names have 2 to 100 characters, PINs exactly 6 digits (D2 §9). */
export const adminName = v.pipe(
  v.string("is missing"),
  plain(),
  v.minLength(2, "must be between 2 and 100 characters"),
  v.maxLength(100, "must be between 2 and 100 characters"),
);
export const sixDigitPin = v.pipe(v.string("is missing"), v.regex(/^\d{6}$/, "must be exactly 6 digits"));

/** 409: the email already has an account. */
export const createAdmin = defineCall({
  method: "POST",
  path: "/admin/register",
  auth: "bearer",
  kind: "mutation",
  action: "createAdmin",
  body: v.object({ adminName, email, passwordPin: sixDigitPin, role: oneOf(adminRoles, "is not a role") }),
  answer: mutationAnswer,
});

/** An admin in the list of admins. */
const adminRecord = v.looseObject({
  id,
  name: text,
  email: text,
  /** One of `adminRoles`; hosts may have more. */
  role: text,
  /** Every call of an inactive account is refused. */
  active: flag,
  createdAt: maybe(instant),
  /** Null: it registered, and waits for its first activation. Left out: the host doesn't tell. */
  activatedAt: maybe(instant),
  lastSeenAt: maybe(instant),
});
export type AdminRecord = v.InferOutput<typeof adminRecord>;

/** All admins, by name. Path: config.json's `admins`; without it the call isn't offered. */
export const listAdmins = defineCall({
  method: "GET",
  path: "/api/admins",
  auth: "bearer",
  kind: "read",
  answer: dataOf(v.array(adminRecord)),
});

/** Changes an admin's role or active state; below config.json's `admins`. */
export const changeAdmin = defineCall({
  method: "PATCH",
  path: "/api/admins/{id}",
  auth: "bearer",
  kind: "mutation",
  action: "changeAdmin",
  body: v.pipe(
    v.object({
      role: v.optional(oneOf(adminRoles, "is not a role")),
      active: v.optional(v.boolean("is not true or false")),
    }),
    v.check(({ role, active }) => role !== undefined || active !== undefined, "names neither a role nor whether it is active"),
  ),
  answer: mutationAnswer,
});

import * as v from "valibot";
import { mutationAnswer } from "./answers.ts";
import { defineCall } from "./call.ts";
import { email, oneOf, plain } from "./scalars.ts";
import { adminRoles } from "./sign-in.ts";

/** An admin's name has 2 to 100 characters, a PIN exactly 6 digits (D2 §9). */
export const adminName = v.pipe(
  v.string("is missing"),
  plain(),
  v.minLength(2, "must be between 2 and 100 characters"),
  v.maxLength(100, "must be between 2 and 100 characters"),
);
export const sixDigitPin = v.pipe(v.string("is missing"), v.regex(/^\d{6}$/, "must be exactly 6 digits"));

/** 409 says that the email has an account. */
export const createAdmin = defineCall({
  method: "POST",
  path: "/admin/register",
  auth: "bearer",
  kind: "mutation",
  action: "createAdmin",
  body: v.object({ adminName, email, passwordPin: sixDigitPin, role: oneOf(adminRoles, "is not a role") }),
  answer: mutationAnswer,
});

import * as v from "valibot";
import { mutationAnswer } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { email } from "./scalars.ts";

const ofOneUser = { auth: "bearer", kind: "mutation", body: v.object({ email }), answer: mutationAnswer } as const;

/**
 * A host may refuse with 409 while the user holds money, listed in `data.balances`; `force` deletes anyway. It is sent only in that
 * case: other hosts accept only {email}.
 */
export const deleteUser = defineCall({
  method: "DELETE",
  path: "/deleteuser/user",
  action: "deleteUser",
  ...ofOneUser,
  body: v.object({ email, force: v.optional(v.boolean("is neither true nor false")) }),
});

/** Balances named by a 409 of `deleteUser`. */
export const heldBalances = v.looseObject({
  data: v.looseObject({
    balances: v.array(v.looseObject({ kind: v.picklist(["available", "pending"]), currency: v.string(), balance: decimal })),
  }),
});

export const disableTwoFactor = defineCall({ method: "PATCH", path: "/2FA-Disable/disable-2fa", action: "disable2fa", ...ofOneUser });

export const removePasswordPin = defineCall({ method: "PATCH", path: "/delete-pin/remove-passwordpin", action: "removePin", ...ofOneUser });

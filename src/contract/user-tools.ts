import * as v from "valibot";
import { mutationAnswer } from "./answers.ts";
import { defineCall } from "./call.ts";
import { email } from "./scalars.ts";

const ofOneUser = { auth: "bearer", kind: "mutation", body: v.object({ email }), answer: mutationAnswer } as const;

export const deleteUser = defineCall({ method: "DELETE", path: "/deleteuser/user", action: "deleteUser", ...ofOneUser });

export const disableTwoFactor = defineCall({ method: "PATCH", path: "/2FA-Disable/disable-2fa", action: "disable2fa", ...ofOneUser });

export const removePasswordPin = defineCall({ method: "PATCH", path: "/delete-pin/remove-passwordpin", action: "removePin", ...ofOneUser });

import * as v from "valibot";
import { defineCall } from "./call.ts";

/** Ends the session of the bearer token (AUTH-10). */
export const logout = defineCall({
  method: "POST",
  path: "/adminsignin/logout",
  auth: "bearer",
  kind: "session",
  action: "signOut",
  answer: v.unknown(),
});

import * as v from "valibot";
import { defineCall } from "./call.ts";
import { maybe } from "./scalars.ts";
import { token } from "./sign-in.ts";

/**
 * Sent without bearer token, and only if the sign-in answer had a refresh token (AUTH-15). Hosts that let each be used once answer with
 * the next one.
 */
export const refreshToken = defineCall({
  method: "POST",
  path: "/adminsignin/refresh-token",
  auth: "none",
  kind: "session",
  action: "refreshSession",
  body: v.object({ refreshToken: token }),
  answer: v.object({ accessToken: token, refreshToken: maybe(token) }),
});

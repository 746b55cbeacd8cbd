import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { email, instant, maybe } from "./scalars.ts";

export const refreshTokenRecord = v.looseObject({ token: v.string(), createdAt: maybe(instant) });
export type RefreshTokenRecord = v.InferOutput<typeof refreshTokenRecord>;

const part = v.looseObject({ ...saidFields, refreshTokens: v.array(refreshTokenRecord) });

/** A user's refresh tokens. Never cached (SEC-1); hosts may mask them for admins who may not see them. */
export const refreshTokensOf = defineCall({
  method: "GET",
  path: "/fetching/refresh-tokens",
  auth: "bearer",
  kind: "read",
  action: "viewRefreshTokens",
  query: v.object({ email }),
  answer: v.pipe(
    v.union([
      part,
      v.pipe(
        v.looseObject({ ...saidFields, data: part }),
        v.transform(({ success, message, data }) => ({ ...data, success: success ?? data.success, message: message ?? data.message })),
      ),
    ]),
    v.check((answer) => answer.success !== false, "is a refusal"),
    v.transform(({ refreshTokens, message }) => ({ refreshTokens, message })),
  ),
});

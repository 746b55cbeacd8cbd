import * as v from "valibot";
import { defineCall } from "./call.ts";

/** Asked once where a screen with a session asks nothing: the cheapest read with the token, since only its answer says whether the session goes on (AUTH-11). */
export const sessionCheck = defineCall({ method: "GET", path: "/set-fee/crypto-fee", auth: "bearer", kind: "read", answer: v.unknown() });

/**
 * Where the app asks whether the host is there, in turn: HEAD, without a token and without a body. The first is the read
 * that is documented to go without one (AUTH-13), the second is refused at the door. An answer of any status will do.
 */
export const probePaths = ["/asset-markdown/global", "/set-fee/crypto-fee"] as const;

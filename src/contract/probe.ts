import * as v from "valibot";
import { defineCall } from "./call.ts";

/**
 * Sent once by a screen that asks nothing else: the cheapest read with the token, which tells whether the session is still valid
 * (AUTH-11).
 */
export const sessionCheck = defineCall({ method: "GET", path: "/set-fee/crypto-fee", auth: "bearer", kind: "read", answer: v.unknown() });

/**
 * Probed in turn without token or body, the second with GET, as some gateways drop HEAD. The first is documented to need no token
 * (AUTH-13); the second is refused without one.
 */
export const probePaths = ["/asset-markdown/global", "/set-fee/crypto-fee"] as const;

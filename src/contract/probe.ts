import * as v from "valibot";
import { defineCall } from "./call.ts";

/** Asked where only that the host answers counts, and there is no token to show: this call goes without one (AUTH-13). */
export const probe = defineCall({ method: "GET", path: "/asset-markdown/global", auth: "none", kind: "read", answer: v.unknown() });

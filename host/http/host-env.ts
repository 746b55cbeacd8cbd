import type { Context } from "hono";
import type { Trail } from "../audit/draft.ts";

/** What the server tells the calls about a connection, and the audit log's middleware about a request. */
export interface HostEnv {
  Bindings: {
    readonly address?: string;
    /** Cuts the connection, for the fault switch. */
    readonly cut?: () => void;
    /** Where the host is, if nobody but this machine reaches it. */
    readonly localOrigin?: string;
  };
  Variables: { trail: Trail | undefined };
}

/** Where a request came from. */
export const addressOf = (c: Context<HostEnv>): string => c.env?.address ?? "unknown";

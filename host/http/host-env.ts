import type { Context } from "hono";
import type { Trail } from "../audit/draft.ts";
import type { SignedIn } from "../sessions/require-admin.ts";

/** What the server passes to handlers about a connection, and the audit middleware about a request. */
export interface HostEnv {
  Bindings: {
    readonly address?: string;
    /** Cuts the connection, for the fault switch. */
    readonly cut?: () => void;
    /** Whether the whole request has come; a body that is read after its connection was cut seems to have ended. */
    readonly isWhole?: () => boolean;
    /** The host's origin, if only this machine can reach it. */
    readonly localOrigin?: string;
  };
  Variables: {
    trail: Trail | undefined;
    /** Of a call that needs one. */
    admin: SignedIn | undefined;
  };
}

/** The client's address. */
export const addressOf = (c: Context<HostEnv>): string => c.env?.address ?? "unknown";

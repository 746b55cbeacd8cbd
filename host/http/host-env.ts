import type { Trail } from "../audit/draft.ts";

/** What the server tells the calls about a connection, and the audit log's middleware about a request. */
export interface HostEnv {
  Bindings: {
    readonly address?: string;
    /** Cuts the connection, for the fault switch. */
    readonly cut?: () => void;
  };
  Variables: { trail: Trail | undefined };
}

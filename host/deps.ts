import type { VerifySignature } from "./approvals/signing.ts";
import type { Tallies } from "./audit/tallies.ts";
import type { Connection, Db } from "./db/connection.ts";
import type { Reads } from "./db/replica.ts";
import type { DeviceTokens } from "./sessions/devices.ts";
import type { PinCost } from "./sessions/pins.ts";
import type { ShutOut } from "./sessions/shut-out.ts";

/** What the calls' handlers depend on. */
export interface Deps {
  readonly db: Db;
  readonly connection: Connection;
  /** Reads for lists, searches and figures: the database, or a replica that has caught up. */
  readonly reads: Reads;
  readonly clock: () => Date;
  readonly tokenKey: Uint8Array;
  readonly pinCost: PinCost;
  readonly allowRegistration: boolean;
  /** Whether accounts whose PIN is printed at start may sign in: only if the host is reachable from this machine alone. */
  readonly demoAccounts: boolean;
  /** ISO 3166 country (two letters) whose local phone numbers are accepted without a calling code. */
  readonly phoneCountry: string;
  /** The host's public URL, for links in mails. */
  readonly publicUrl: string | undefined;
  /** Origins of apps served elsewhere (CORS). */
  readonly allowedOrigins: readonly string[];
  /** Whether an admin without a passkey may only add one (PASS-3). */
  readonly requirePasskey: boolean;
  /** The highest worth of a single funding, and the alert threshold. */
  readonly fundCeilingUsd: number;
  readonly fundAlertUsd: number;
  /** Whether amounts above the policy's limits need a second admin. */
  readonly approvals: boolean;
  /** Verifies slip signatures. */
  readonly verifySignature: VerifySignature;
  /** Counts unauthenticated refusals for the audit log. */
  readonly tallies: Tallies;
  readonly shutOut: ShutOut;
  readonly devices: DeviceTokens;
  /** Sends a mail to one address. */
  readonly sendMail: (to: string, subject: string, text: string) => Promise<void>;
}

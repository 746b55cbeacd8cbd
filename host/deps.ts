import type { VerifySignature } from "./approvals/signing.ts";
import type { Tallies } from "./audit/tallies.ts";
import type { Connection, Db } from "./db/connection.ts";
import type { Reads } from "./db/replica.ts";
import type { DeviceTokens } from "./sessions/devices.ts";
import type { PinCost } from "./sessions/pins.ts";
import type { ShutOut } from "./sessions/shut-out.ts";

/** What the calls work with. */
export interface Deps {
  readonly db: Db;
  readonly connection: Connection;
  /** Where lists, searches and figures are read: the database, or a replica that is up with it. */
  readonly reads: Reads;
  readonly clock: () => Date;
  readonly tokenKey: Uint8Array;
  readonly pinCost: PinCost;
  readonly allowRegistration: boolean;
  /** Whether accounts whose PIN is printed at start may sign in: where nobody but this machine reaches the host. */
  readonly demoAccounts: boolean;
  /** The country whose local phone numbers are read without its calling code (ISO 3166, two letters). */
  readonly phoneCountry: string;
  /** Where people reach the host, for the links in mails. */
  readonly publicUrl: string | undefined;
  /** Origins of apps that call from elsewhere. */
  readonly allowedOrigins: readonly string[];
  /** Whether an admin without a passkey can do nothing but add one (PASS-3). */
  readonly requirePasskey: boolean;
  /** What a single funding may be worth at most, and from where on it is an alert. */
  readonly fundCeilingUsd: number;
  readonly fundAlertUsd: number;
  /** Whether a second admin decides on what is above the policy's amounts. */
  readonly approvals: boolean;
  /** Checks the signatures of slips. */
  readonly verifySignature: VerifySignature;
  /** Counts what nobody stood behind, for the audit log. */
  readonly tallies: Tallies;
  readonly shutOut: ShutOut;
  readonly devices: DeviceTokens;
  /** Where a mail for one address goes. */
  readonly sendMail: (to: string, subject: string, text: string) => Promise<void>;
}

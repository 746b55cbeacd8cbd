import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { AuditAction } from "../../src/contract/actions.ts";
import type { SlipOperation, SlipState } from "../../src/contract/approvals.ts";
import type { AuditAlert } from "../../src/contract/audit.ts";
import type { FundCurrency } from "../../src/contract/currencies.ts";
import type { Policy } from "../approvals/policy.ts";
import type { KeptSignature } from "../approvals/signing.ts";

/** Kinds the triggers write: list rows, prices (for the dashboard's volume), sessions, admins. */
export type EventKind = "transaction" | "user" | "fee" | "figure" | "giftRate" | "price" | "session" | "admin";

/** Text with C collation, so that ids sort alike on every server and in the app. */
const bytewise = customType<{ data: string }>({ dataType: () => 'text collate "C"' });
const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const secrets = pgTable("secrets", { name: text().primaryKey(), value: text().notNull() });

/** Until when one of the host processes holds the turn for a job that only one should do. */
export const turns = pgTable("turns", { name: text().primaryKey(), until: moment("until").notNull() });

export const admins = pgTable("admins", {
  id: text().primaryKey(),
  email: text().notNull(),
  adminName: text("admin_name").notNull(),
  pinHash: text("pin_hash").notNull(),
  role: text().$type<"admin" | "super_admin" | "moderator">().notNull(),
  permissions: jsonb().$type<Record<string, boolean>>().notNull(),
  /** Whether its PIN is printed at start; such an account works on loopback only. */
  demo: boolean().notNull().default(false),
  createdAt: moment("created_at").notNull(),
  /** False: every call is refused, as the account awaits activation or was disabled. */
  active: boolean().notNull().default(true),
  /** When it was first active; null while it awaits activation. */
  activatedAt: moment("activated_at"),
  lastSeenAt: moment("last_seen_at"),
});

export const sessions = pgTable("sessions", {
  id: text().primaryKey(),
  adminId: text("admin_id")
    .notNull()
    .references(() => admins.id),
  refreshHash: text("refresh_hash").notNull(),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  endedAt: moment("ended_at"),
  /** To the minute; null if the session predates this column. */
  lastSeenAt: moment("last_seen_at"),
  address: text(),
  userAgent: text("user_agent"),
  /** Signed in with the PIN alone where a passkey is required: may only add one. */
  onlyAddsPasskey: boolean("only_adds_passkey").notNull().default(false),
});

/** Admins' passkeys. `id` is the credential's; keys are base64url. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: text().primaryKey(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id),
    name: text().notNull(),
    /** COSE. */
    publicKey: text("public_key").notNull(),
    /** The same key as SPKI (DER), for verifying a signature without this host. */
    spki: text().notNull(),
    /** The highest seen; stays 0 for an authenticator without a counter. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    addedAt: moment("added_at").notNull(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("passkeys_by_admin").on(table.adminId, table.addedAt)],
);

/** Challenges for adding a passkey or for the second step of sign-in; single use. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    challenge: text().primaryKey(),
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id),
    kind: text().$type<"register" | "signin">().notNull(),
    /** Sign-in only: the hash of its ticket. */
    ticketHash: text("ticket_hash").unique(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (table) => [index("passkey_challenges_by_admin").on(table.adminId)],
);

/** Digests that an admin was asked to sign; the digest is the challenge. */
export const passkeySignRequests = pgTable(
  "passkey_sign_requests",
  {
    adminId: text("admin_id")
      .notNull()
      .references(() => admins.id),
    digest: text().notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.digest] })],
);

/** Admins' notification settings; no row means everything is off. */
export const adminSettings = pgTable("admin_settings", {
  adminId: text("admin_id")
    .primaryKey()
    .references(() => admins.id),
  emailNotifications: boolean("email_notifications").notNull().default(false),
  updatedAt: moment("updated_at").notNull(),
});

export const throttles = pgTable("throttles", {
  subject: text().primaryKey(),
  tries: integer().notNull(),
  until: moment("until").notNull(),
  /** Recent lockouts; each is longer than the one before. */
  locks: integer().notNull().default(0),
});

export const pinResets = pgTable("pin_resets", {
  tokenHash: text("token_hash").primaryKey(),
  adminId: text("admin_id")
    .notNull()
    .references(() => admins.id),
  createdAt: moment("created_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  usedAt: moment("used_at"),
});

export const users = pgTable(
  "users",
  {
    id: bytewise().primaryKey(),
    username: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phonenumber: text(),
    kycLevel: integer("kyc_level").notNull(),
    kycStatus: text("kyc_status").notNull(),
    emailVerified: boolean("email_verified").notNull(),
    bvnVerified: boolean("bvn_verified").notNull(),
    chatbotVerified: boolean("chatbot_verified").notNull(),
    twoFactorEnabled: boolean("two_factor_enabled").notNull(),
    passwordPinHash: text("password_pin_hash"),
    createdAt: moment("created_at").notNull(),
    deletedAt: moment("deleted_at"),
    /** Searchable fields, plain text in lower case, one value a line. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(plain_text(username) || chr(10) || plain_text(email) || chr(10) || plain_text(name) || chr(10) || plain_text(coalesce(phonenumber, '')) || chr(10) || phone_digits(coalesce(phonenumber, '')))`,
      ),
  },
  (table) => [
    index("users_by_date")
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null`),
  ],
);

/** Partitioned by month (docs/decisions/transactions-by-month.md). */
export const transactions = pgTable(
  "transactions",
  {
    id: bytewise().notNull(),
    userId: text("user_id").notNull(),
    username: text().notNull(),
    type: text().notNull(),
    status: text().notNull(),
    currency: text().notNull(),
    amount: numeric().notNull(),
    reference: text().notNull(),
    createdAt: moment("created_at").notNull(),
    updatedAt: moment("updated_at").notNull(),
    fromCurrency: text("from_currency"),
    toCurrency: text("to_currency"),
    swapType: text("swap_type"),
    bankName: text("bank_name"),
    accountNumberMasked: text("account_number_masked"),
    recipientUsername: text("recipient_username"),
    senderUsername: text("sender_username"),
    cardType: text("card_type"),
    country: text(),
    /** An admin's reason for the move, and the references of what it reverses and of what reverses it. */
    reason: text(),
    note: text(),
    reverses: text(),
    reversedBy: text("reversed_by"),
    /** Searchable fields, plain text in lower case, one value a line. */
    search: text().generatedAlwaysAs(
      sql`lower((plain_text(id) || chr(10) || plain_text(username) || chr(10) || plain_text(reference) || chr(10) || plain_text(coalesce(sender_username, '')) || chr(10) || plain_text(coalesce(recipient_username, '')) || chr(10) || plain_text(coalesce(bank_name, ''))) collate "default")`,
    ),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.createdAt] }),
    index("transactions_by_date").on(table.createdAt, table.id),
    index("transactions_by_user").on(table.userId, table.createdAt),
  ],
);

/** Where the transactions begin, once older months have been detached. Empty until then. */
export const transactionPast = pgTable("transaction_past", {
  one: boolean().primaryKey().default(true),
  endsAt: moment("ends_at").notNull(),
});

/** Transactions per UTC day: the sum of its rows, which triggers add. */
export const transactionDays = pgTable("transaction_days", {
  day: date().notNull(),
  rows: bigint({ mode: "number" }).notNull(),
});

/** As `transactionDays`, by the fields a filter may use. */
export const transactionKinds = pgTable("transaction_kinds", {
  day: date().notNull(),
  type: text().notNull(),
  status: text().notNull(),
  currency: text().notNull(),
  rows: bigint({ mode: "number" }).notNull(),
  /** Whether it sums up earlier rows. */
  isFolded: boolean("is_folded").notNull().default(false),
});

/** Number and total amount of transactions by kind: the sum of its rows, which triggers add. */
export const transactionSums = pgTable("transaction_sums", {
  currency: text().notNull(),
  isTrade: boolean("is_trade").notNull(),
  stage: text().$type<"completed" | "pending" | "other">().notNull(),
  rows: bigint({ mode: "number" }).notNull(),
  amount: numeric().notNull(),
});

/** Existing users by the UTC day they joined: the sum of its rows, which triggers add. */
export const userDays = pgTable("user_days", { day: date().notNull(), rows: bigint({ mode: "number" }).notNull() });

/** Existing users by groups that follow each sort of their list: the sum of its rows, which triggers add. */
export const userGroups = pgTable("user_groups", {
  /** As in the call, without the minus; "-phonenumber" is another sort than "phonenumber", as users without one stay last. */
  sort: text().notNull(),
  /** How the keys of its users begin. */
  key: bytewise().notNull(),
  /** How their ids begin, if the key is whole; else "". */
  id: bytewise().notNull(),
  rows: bigint({ mode: "number" }).notNull(),
  /** Whether it sums up earlier rows. */
  isFolded: boolean("is_folded").notNull().default(false),
});

export const prices = pgTable("prices", { currency: text().primaryKey(), usd: numeric().notNull() });

/** Belongs to a user (`owner` is the user's id) or to the platform (`owner` is the purpose). */
export const ledgerAccounts = pgTable("ledger_accounts", {
  id: text().primaryKey(),
  kind: text().$type<"available" | "pending" | "platform">().notNull(),
  owner: text().notNull(),
  currency: text().notNull(),
  balance: numeric().notNull().default("0"),
});

export const ledgerEntries = pgTable("ledger_entries", {
  id: text().primaryKey(),
  kind: text().$type<"opening" | "funding" | "deduction" | "wipe">().notNull(),
  userId: text("user_id"),
  adminId: text("admin_id"),
  reference: text().notNull(),
  createdAt: moment("created_at").notNull(),
  /** The slip it executes; null for a direct move by one admin. */
  slipId: text("slip_id"),
  /** The reference of the entry it reverses. */
  reverses: text(),
});

/** Requests by one admin that another decides on. The database refuses invalid state transitions and changes of the text. */
export const slips = pgTable("slips", {
  id: bytewise().primaryKey(),
  operation: text().$type<SlipOperation>().notNull(),
  userId: text("user_id").notNull(),
  email: text().notNull(),
  currency: text().$type<FundCurrency>().notNull(),
  amount: numeric().notNull(),
  reason: text(),
  note: text(),
  reverses: text(),
  makerId: text("maker_id").notNull(),
  madeAt: moment("made_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  /** The idempotency key it was made under. */
  attempt: text(),
  digest: text().notNull(),
  makerSignature: jsonb("maker_signature").$type<KeptSignature>(),
  makerSignedAt: moment("maker_signed_at"),
  state: text().$type<SlipState>().notNull().default("open"),
  checkerId: text("checker_id"),
  checkerSignature: jsonb("checker_signature").$type<KeptSignature>(),
  checkerSignedAt: moment("checker_signed_at"),
  decidedAt: moment("decided_at"),
  decisionNote: text("decision_note"),
  newBalance: numeric("new_balance"),
  reference: text(),
  why: text(),
});

/** Proposals for what needs two admins; the last executed one is in force. */
export const approvalPolicies = pgTable("approval_policies", {
  id: bytewise().primaryKey(),
  policy: jsonb().$type<Policy>().notNull(),
  makerId: text("maker_id").notNull(),
  madeAt: moment("made_at").notNull(),
  expiresAt: moment("expires_at").notNull(),
  digest: text().notNull(),
  state: text().$type<"open" | "executed" | "withdrawn" | "expired">().notNull().default("open"),
  checkerId: text("checker_id"),
  decidedAt: moment("decided_at"),
  place: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
});

export const ledgerPostings = pgTable("ledger_postings", {
  entryId: text("entry_id").notNull(),
  accountId: text("account_id").notNull(),
  amount: numeric().notNull(),
});

/** Changes in commit order, written by triggers. The changed row itself is read when the event is sent. */
export const events = pgTable("events", {
  position: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  kind: text().$type<EventKind>().notNull(),
  key: text().notNull(),
  at: moment("at").notNull(),
});

export const idempotencyKeys = pgTable("idempotency_keys", {
  adminId: text("admin_id").notNull(),
  key: text().notNull(),
  /** Null if the key was closed before a request used it (KEY-1). */
  requestHash: text("request_hash"),
  /** Null while the first request runs (its transaction is not visible to others yet), and for a closed key. */
  status: integer(),
  answer: text(),
  createdAt: moment("created_at").notNull(),
});

/** A wallet's address derives from its token and position; it is stored when first shown or issued. */
export const wallets = pgTable("wallets", {
  id: text().primaryKey(),
  userId: text("user_id").notNull(),
  token: text().notNull(),
  position: bigint({ mode: "number" }).notNull(),
  address: text(),
  network: text().notNull(),
  reference: text().notNull(),
  createdAt: moment("created_at").notNull(),
  /** When a newer one replaced it or its user was deleted; the row is kept. */
  retiredAt: moment("retired_at"),
});

export const generationJobs = pgTable("generation_jobs", {
  id: text().primaryKey(),
  userId: text("user_id").notNull(),
  tokens: jsonb().$type<string[]>().notNull(),
  done: integer().notNull().default(0),
  status: text().$type<"started" | "in_progress" | "completed" | "cancelled">().notNull(),
  createdAt: moment("created_at").notNull(),
  /** When the next token is due. */
  nextAt: moment("next_at").notNull(),
  finishedAt: moment("finished_at"),
});

export const userRefreshTokens = pgTable("user_refresh_tokens", {
  id: text().primaryKey(),
  userId: text("user_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  /** The token, encrypted rather than hashed, since D1's call shows it. */
  sealed: text().notNull(),
  createdAt: moment("created_at").notNull(),
});

export const tokenLooks = pgTable("token_looks", {
  id: text().primaryKey(),
  adminId: text("admin_id").notNull(),
  userId: text("user_id").notNull(),
  tokens: integer().notNull(),
  masked: boolean().notNull(),
  at: moment("at").notNull(),
});

export const cryptoFees = pgTable("crypto_fees", {
  currency: text().notNull(),
  network: text().notNull(),
  networkName: text("network_name").notNull(),
  networkFee: numeric("network_fee").notNull(),
  updatedAt: moment("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

export const figures = pgTable("figures", {
  name: text().$type<"onramp" | "offramp" | "markup" | "markdown">().primaryKey(),
  value: numeric().notNull(),
  active: boolean().notNull().default(true),
  description: text().notNull().default(""),
  updatedAt: moment("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

export const giftCardRates = pgTable("gift_card_rates", {
  id: text().primaryKey(),
  cardType: text("card_type").notNull(),
  country: text().notNull(),
  vanillaType: text("vanilla_type").notNull(),
  rate: numeric().notNull(),
  rateDisplay: text("rate_display").notNull(),
  physicalRate: numeric("physical_rate").notNull(),
  ecodeRate: numeric("ecode_rate").notNull(),
  minAmount: numeric("min_amount").notNull(),
  maxAmount: numeric("max_amount").notNull(),
  notes: text().notNull(),
  isActive: boolean("is_active").notNull(),
  createdAt: moment("created_at").notNull(),
  updatedAt: moment("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** The history of figures; `before` is null for a new one, `after` for a deleted one. */
export const figureChanges = pgTable("figure_changes", {
  id: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  subject: text().notNull(),
  adminId: text("admin_id"),
  at: moment("at").notNull(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
});

/** Hash-chained (docs/audit.md). The database refuses any change to an entry. */
export const auditLog = pgTable("audit_log", {
  seq: bigint({ mode: "number" }).primaryKey(),
  at: moment("at").notNull(),
  actorId: text("actor_id"),
  actor: text(),
  role: text(),
  action: text().$type<AuditAction>().notNull(),
  target: text(),
  asked: jsonb(),
  before: jsonb(),
  after: jsonb(),
  outcome: text().$type<"done" | "refused" | "failed">().notNull(),
  status: integer().notNull(),
  message: text(),
  address: text().notNull(),
  alert: text().$type<AuditAlert>(),
  previous: text().notNull(),
  hash: text().notNull(),
  /** Searchable fields in lower case, one value a line. */
  search: text()
    .notNull()
    .generatedAlwaysAs(
      sql`lower(coalesce(actor, '') || chr(10) || action || chr(10) || coalesce(target, '') || chr(10) || coalesce(message, '') || chr(10) || address)`,
    ),
});

/** The latest entry's number and hash, in one row; writing an entry locks it. */
export const auditHead = pgTable("audit_head", {
  one: boolean().primaryKey().default(true),
  seq: bigint({ mode: "number" }).notNull(),
  hash: text().notNull(),
});

/** Counters for the alert rules, each within a window. */
export const auditCounters = pgTable("audit_counters", {
  subject: text().primaryKey(),
  times: integer().notNull(),
  until: moment("until").notNull(),
});

/** Anonymous or throttled refusals, counted by subject, address and window; `told` of `times` are in the log. */
export const auditTallies = pgTable("audit_tallies", {
  subject: text().primaryKey(),
  action: text().$type<AuditAction>().notNull(),
  actor: text(),
  target: text(),
  address: text().notNull(),
  status: integer().notNull(),
  message: text(),
  times: integer().notNull(),
  told: integer().notNull(),
  since: moment("since").notNull(),
  until: moment("until").notNull(),
});

/** An admin's latest fundings in a currency, oldest first, for the large-funding alert. */
export const fundingSizes = pgTable(
  "funding_sizes",
  {
    adminId: text("admin_id").notNull(),
    currency: text().notNull(),
    latest: jsonb().$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.adminId, table.currency] })],
);

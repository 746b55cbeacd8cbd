import { readAdminSettings, writeAdminSettings } from "../../src/contract/admin-settings.ts";
import { changeAdmin, createAdmin, listAdmins } from "../../src/contract/admins.ts";
import { dashboardAnalytics } from "../../src/contract/analytics.ts";
import {
  approvePolicy,
  approveSlip,
  changePolicy,
  listSlips,
  makeSlip,
  readPolicy,
  readSlip,
  refuseSlip,
  signSlip,
  slipReceipt,
  slipStates,
  withdrawPolicy,
  withdrawSlip,
} from "../../src/contract/approvals.ts";
import { closeAttempt } from "../../src/contract/attempts.ts";
import { auditChain, auditCounts, auditLogs } from "../../src/contract/audit.ts";
import { eventStream, setPresence } from "../../src/contract/events.ts";
import { cryptoFees, oneCryptoFee, renameNetwork, updateCryptoFee } from "../../src/contract/fees.ts";
import { deductUser, fundUser } from "../../src/contract/funding.ts";
import {
  bulkGiftCardRates,
  createGiftCardRate,
  deleteGiftCardRate,
  giftCardRates,
  mostBulkRows,
  updateGiftCardRate,
} from "../../src/contract/gift-cards.ts";
import { logout } from "../../src/contract/logout.ts";
import { calculatePrice, globalMarkdown, setGlobalMarkdown, toggleGlobalMarkdown } from "../../src/contract/markdown.ts";
import { markupRecord, setMarkup } from "../../src/contract/markup.ts";
import { offrampRate, onrampRate, setOfframpRate, setOnrampRate } from "../../src/contract/rates.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { refreshTokensOf } from "../../src/contract/refresh-tokens.ts";
import { endOtherSessions, endSessionById, listSessions } from "../../src/contract/sessions.ts";
import {
  listPasskeys,
  registerOptions,
  registerPasskey,
  removePasskey,
  resetPasskeys,
  signInWithPasskey,
  signOptions,
} from "../../src/contract/passkeys.ts";
import { register, resetPassword, signIn } from "../../src/contract/sign-in.ts";
import { filterTransactions, recentTransactions } from "../../src/contract/transactions.ts";
import { deleteUser, disableTwoFactor, removePasswordPin } from "../../src/contract/user-tools.ts";
import { listUsers, userSorts } from "../../src/contract/users.ts";
import { generateWallets, generationStatus, regenerateWallets } from "../../src/contract/wallet-generation.ts";
import { userWallets, wipePending } from "../../src/contract/wallets.ts";
import type { AnyCall } from "../http/call-types.ts";

/** What the contract's schemas don't say about a call. */
export interface CallWords {
  /** Its operationId, and so its name in generated clients. */
  readonly id: string;
  readonly does: string;
  readonly more?: string;
  /** Refusals by status, beyond those common to its kind. */
  readonly refusals?: Readonly<Record<number, string>>;
  /** The config.json field that offers the call and may set its path. */
  readonly offeredBy?: string;
  /** The config.json field that may set its path; the call is always offered. */
  readonly movedBy?: string;
}

export interface CallGroup {
  readonly name: string;
  readonly about: string;
  readonly calls: ReadonlyMap<AnyCall, CallWords>;
}

const utcDays = "`dateFrom` and `dateTo` are days of UTC, both included.";
const zonedDays = "`dateFrom` and `dateTo` are days of `timeZone`, or of UTC, both included.";
const noneYet = "`data` is null where none is set yet.";
const pastEnds = "The last page has `pagination.pastEnds` where older months were detached: the moment from which on there are rows.";
const noUser = { 404: "No user has this email." };
const noPhone = { 404: "No user has this phone number." };
const noParty = { 501: "This host knows no address of its own that passkeys could belong to." };
const noSlip = { 404: "There is no such slip." };
const noProposal = { 409: "No proposal waits, or it is another one than the digest's." };
const decidedSlip = { ...noSlip, 409: "It was decided or is expired, as `data` tells, the slip as it stands." };
const tooManyTries = { 429: "Too many tries; Retry-After says how many seconds to wait." };

/** Every call by group, in the page's order. */
export const groups: readonly CallGroup[] = [
  {
    name: "Sign-in",
    about: "An access token is a JWT; every call but the open ones takes it as a bearer.",
    calls: new Map<AnyCall, CallWords>([
      [
        signIn,
        {
          id: "signIn",
          does: "Opens a session",
          more: "The PIN goes as `passwordPin`. A refresh token in the answer is kept in memory alone, and spares asking for the PIN each hour. Where the admin has a passkey the answer carries no token but `passkey`: a ticket, which works once and for two minutes, and what the browser is asked with; POST {passkeys}/signin opens the session.",
          refusals: {
            401: "The email or the PIN is wrong.",
            403: "The account is disabled, or may not sign in from here.",
            ...tooManyTries,
          },
        },
      ],
      [
        signInWithPasskey,
        {
          id: "signInWithPasskey",
          does: "Opens a session with a passkey, after the PIN",
          more: "`credential` is WebAuthn's AuthenticationResponseJSON for the options that came with the ticket. A credential that is refused leaves the ticket as it is.",
          refusals: {
            401: "The ticket was used, or has run out: begin with the PIN.",
            403: "The passkey is not accepted: it is another admin's, has not verified its user, has signed something else or for another page, or its counter is behind.",
            501: "This host knows no address of its own that passkeys could belong to.",
            ...tooManyTries,
          },
          offeredBy: "passkeys",
        },
      ],
      [
        refreshToken,
        {
          id: "refreshToken",
          does: "Gets a new access token",
          refusals: { 401: "The session has ended: sign in again.", ...tooManyTries },
        },
      ],
      [logout, { id: "logout", does: "Ends the session" }],
      [
        register,
        {
          id: "register",
          does: "Registers an account",
          more: "The account waits: every call of its token is a 403 until a super_admin activates it. The answer is the same for an email that has an account.",
          refusals: { 403: "Registration is closed.", ...tooManyTries },
        },
      ],
      [
        resetPassword,
        {
          id: "resetPassword",
          does: "Mails a link to choose a new PIN",
          more: "The answer is the same whether or not the email has an account.",
          refusals: { 501: "This host isn't told its own address, so it can mail no link.", ...tooManyTries },
        },
      ],
    ]),
  },
  {
    name: "Dashboard",
    about: "Figures and transactions, newest first in the order (createdAt, id).",
    calls: new Map<AnyCall, CallWords>([
      [dashboardAnalytics, { id: "dashboardAnalytics", does: "The dashboard's figures", more: "Any figure may be missing." }],
      [
        recentTransactions,
        {
          id: "recentTransactions",
          does: "A page of all transactions",
          more: `Pages are counted from 1 over a list that grows at its head. \`data\` is the list, or an object with \`transactions\`. ${pastEnds}`,
        },
      ],
      [
        filterTransactions,
        {
          id: "filterTransactions",
          does: "A page of the transactions that a filter lets through",
          more: `Amounts are compared without their sign. ${utcDays} A field that is left out, or empty, lets everything through. ${pastEnds}`,
        },
      ],
    ]),
  },
  {
    name: "Users",
    about: "The platform's users, and what can be done for one of them.",
    calls: new Map<AnyCall, CallWords>([
      [
        listUsers,
        {
          id: "listUsers",
          does: "A stretch of the users",
          more: `\`sort\` is one of ${userSorts.join(", ")}; a minus before it turns the order round. \`q\` is looked for in emails, names and phone numbers, at least. ${utcDays}`,
          movedBy: "paths.users",
        },
      ],
      [
        deleteUser,
        {
          id: "deleteUser",
          does: "Deletes a user",
          more: "`force` deletes a user who holds money; it needs the permission canFundUsers, too.",
          refusals: { ...noUser, 409: "The user holds money: `data.balances` names it, by kind, currency and balance." },
        },
      ],
      [disableTwoFactor, { id: "disableTwoFactor", does: "Disables a user's 2FA", refusals: noUser }],
      [removePasswordPin, { id: "removePasswordPin", does: "Removes a user's password PIN", refusals: noUser }],
      [
        refreshTokensOf,
        { id: "refreshTokensOf", does: "A user's refresh tokens", more: "A host may mask them. They are never cached.", refusals: noUser },
      ],
    ]),
  },
  {
    name: "Money",
    about: "Amounts are JSON numbers where one carries them exactly, else decimal text.",
    calls: new Map<AnyCall, CallWords>([
      [fundUser, { id: "fundUser", does: "Adds to a user's balance", refusals: noUser, movedBy: "paths.fund" }],
      [
        deductUser,
        {
          id: "deductUser",
          does: "Takes from a user's balance",
          refusals: { ...noUser, 409: "The balance is below the amount." },
          movedBy: "paths.deduct",
        },
      ],
      [
        closeAttempt,
        {
          id: "closeAttempt",
          does: "What became of a request, by its idempotency key",
          more: "`never` is a promise: the host had not seen the key, and refuses it from then on (409). One that was refused before any work, as for want of a permission, leaves its key unseen. Asked again it answers the same, but `running` ends as one of the others. Keys are an admin's own.",
          refusals: { 410: "The key may be older than 30 days: it tells nothing." },
          offeredBy: "attempts",
        },
      ],
      [
        wipePending,
        {
          id: "wipePending",
          does: "Wipes a user's pending balance",
          refusals: { ...noUser, 409: "There is no pending balance in this currency." },
        },
      ],
    ]),
  },
  {
    name: "Wallets",
    about: "A user's wallets and balances. Generation is a job: it is started, then asked about every 3 s.",
    calls: new Map<AnyCall, CallWords>([
      [userWallets, { id: "userWallets", does: "A user's wallets and balances", refusals: noUser }],
      [generateWallets, { id: "generateWallets", does: "Starts generating a user's wallets", refusals: noPhone }],
      [generationStatus, { id: "generationStatus", does: "How far the generation is", refusals: noPhone }],
      [
        regenerateWallets,
        {
          id: "regenerateWallets",
          does: "Replaces wallets of a user",
          refusals: { ...noPhone, 409: "A generation is under way, or a wallet holds something and `force` is not set." },
        },
      ],
    ]),
  },
  {
    name: "Approvals",
    about:
      "What is above the policy's amount waits as a slip until a second admin has decided on its very text: the digest is the SHA-256 of its canonical JSON (RFC 8785). What an admin funds or deducts directly counts for 24 hours, by user, operation and currency. Amounts are decimal texts.",
    calls: new Map<AnyCall, CallWords>([
      [
        readPolicy,
        {
          id: "readPolicy",
          does: "From which amount two admins are needed, and which reasons there are",
          more: "A currency without a rule never needs a second admin. super_admins are told of a proposal for another policy.",
          offeredBy: "approvals",
        },
      ],
      [
        changePolicy,
        {
          id: "changePolicy",
          does: "Proposes another policy",
          more: "For super_admins. It takes the place of a proposal that still waits, and changes nothing until another super_admin has approved it.",
          offeredBy: "approvalPolicy",
        },
      ],
      [
        approvePolicy,
        {
          id: "approvePolicy",
          does: "Puts the proposed policy into force",
          more: "For a super_admin other than the one who proposed it.",
          refusals: noProposal,
          offeredBy: "approvalPolicy",
        },
      ],
      [
        withdrawPolicy,
        {
          id: "withdrawPolicy",
          does: "Takes the proposed policy away",
          more: "For super_admins: its maker withdraws it, another one refuses it so.",
          refusals: noProposal,
          offeredBy: "approvalPolicy",
        },
      ],
      [
        listSlips,
        {
          id: "listSlips",
          does: "A page of the slips, newest first",
          more: `\`toDecide\`: how many the asking admin may decide on. \`state\` takes several, separated by commas: ${slipStates.join(", ")}. \`maker\` is an admin's id or email. An executed slip has \`decidedAt\`, by which it belongs to a day.`,
          offeredBy: "approvals",
        },
      ],
      [readSlip, { id: "readSlip", does: "One slip", refusals: noSlip, offeredBy: "approvals" }],
      [
        makeSlip,
        {
          id: "makeSlip",
          does: "Asks for a second admin",
          refusals: {
            ...noUser,
            409: "The same waits already, and `data.id` names it; or the balance doesn't cover it; or it was reversed before.",
          },
          offeredBy: "approvals",
        },
      ],
      [
        signSlip,
        {
          id: "signSlip",
          does: "Keeps the maker's signature",
          more: "Where the policy asks for signatures; until then nobody can approve the slip.",
          refusals: decidedSlip,
          offeredBy: "approvals",
        },
      ],
      [
        approveSlip,
        {
          id: "approveSlip",
          does: "Executes a slip, once",
          more: "Never by its maker (403).",
          refusals: {
            ...noSlip,
            409: "It was decided, is expired, has another digest, isn't signed by its maker, can't be executed any more, or the balance doesn't cover it: `data` is the slip as it stands.",
          },
          offeredBy: "approvals",
        },
      ],
      [
        refuseSlip,
        { id: "refuseSlip", does: "Refuses a slip", more: "Never by its maker (403).", refusals: decidedSlip, offeredBy: "approvals" },
      ],
      [
        withdrawSlip,
        { id: "withdrawSlip", does: "Withdraws a slip", more: "By its maker alone.", refusals: decidedSlip, offeredBy: "approvals" },
      ],
      [
        slipReceipt,
        {
          id: "slipReceipt",
          does: "What proves an executed slip without its host",
          refusals: { ...noSlip, 409: "It wasn't executed." },
          offeredBy: "approvals",
        },
      ],
    ]),
  },
  {
    name: "Fees and rates",
    about: "Network fees are in USD, rates in naira per unit, the markup in per cent.",
    calls: new Map<AnyCall, CallWords>([
      [cryptoFees, { id: "cryptoFees", does: "All network fees" }],
      [oneCryptoFee, { id: "oneCryptoFee", does: "One network fee", refusals: { 404: "There is no such fee." } }],
      [updateCryptoFee, { id: "updateCryptoFee", does: "Sets a network's fee and name", refusals: { 404: "There is no such fee." } }],
      [renameNetwork, { id: "renameNetwork", does: "Renames a network", refusals: { 404: "There is no such fee." } }],
      [onrampRate, { id: "onrampRate", does: "The onramp rate", more: noneYet }],
      [setOnrampRate, { id: "setOnrampRate", does: "Sets the onramp rate" }],
      [offrampRate, { id: "offrampRate", does: "The offramp rate", more: noneYet }],
      [setOfframpRate, { id: "setOfframpRate", does: "Sets the offramp rate" }],
      [markupRecord, { id: "markupRecord", does: "The markup", more: noneYet }],
      [setMarkup, { id: "setMarkup", does: "Sets the markup" }],
    ]),
  },
  {
    name: "Prices",
    about: "The global markdown, and what is left of a price under it; prices are in naira.",
    calls: new Map<AnyCall, CallWords>([
      [
        globalMarkdown,
        {
          id: "globalMarkdown",
          does: "The global markdown",
          more: `${noneYet} The app also asks it to learn whether the host can be reached.`,
        },
      ],
      [calculatePrice, { id: "calculatePrice", does: "A price under the markdown" }],
      [setGlobalMarkdown, { id: "setGlobalMarkdown", does: "Sets the markdown" }],
      [
        toggleGlobalMarkdown,
        { id: "toggleGlobalMarkdown", does: "Turns the markdown on or off", refusals: { 409: "No markdown is set." } },
      ],
    ]),
  },
  {
    name: "Gift cards",
    about: "Rates by card type and country.",
    calls: new Map<AnyCall, CallWords>([
      [giftCardRates, { id: "giftCardRates", does: "A page of the rates" }],
      [createGiftCardRate, { id: "createGiftCardRate", does: "Adds a rate", refusals: { 409: "This rate exists already." } }],
      [
        updateGiftCardRate,
        {
          id: "updateGiftCardRate",
          does: "Changes a rate",
          more: "Without `rate` the base rate stays.",
          refusals: { 404: "There is no such rate." },
        },
      ],
      [deleteGiftCardRate, { id: "deleteGiftCardRate", does: "Deletes a rate", refusals: { 404: "There is no such rate." } }],
      [
        bulkGiftCardRates,
        {
          id: "bulkGiftCardRates",
          does: `Adds or changes up to ${mostBulkRows.toLocaleString("en")} rates`,
          more: "All rows or none. `details` of a refusal names each wrong row by its place. A body may have 16 MB.",
        },
      ],
    ]),
  },
  {
    name: "Admins and settings",
    about: "Who works here, and what the host does for them.",
    calls: new Map<AnyCall, CallWords>([
      [
        createAdmin,
        {
          id: "createAdmin",
          does: "Adds an admin",
          more: "Nobody gives a permission that they lack.",
          refusals: { 409: "The email has an account." },
        },
      ],
      [
        listAdmins,
        {
          id: "listAdmins",
          does: "All admins, by name",
          more: "The embedded host answers at /admin/admins, too.",
          offeredBy: "admins",
        },
      ],
      [
        changeAdmin,
        {
          id: "changeAdmin",
          does: "Changes an admin's role, or whether the account is active",
          more: "An account that is disabled loses every session at once. Nobody changes their own, and only a super_admin changes a super_admin. The embedded host answers at /admin/admins/{id}, too.",
          refusals: { 404: "There is no such admin.", 409: "It is the last active super_admin." },
          offeredBy: "admins",
        },
      ],
      [listSessions, { id: "listSessions", does: "The admin's own sessions that still run, the latest seen first", offeredBy: "sessions" }],
      [endOtherSessions, { id: "endOtherSessions", does: "Ends every session of the admin but the one that asks", offeredBy: "sessions" }],
      [
        endSessionById,
        {
          id: "endSessionById",
          does: "Ends one of the admin's own sessions",
          more: "A session's id is the `sid` claim of its access token. One that has ended already is no error.",
          refusals: { 404: "The admin has no such session." },
          offeredBy: "sessions",
        },
      ],
      [listPasskeys, { id: "listPasskeys", does: "The admin's own passkeys", offeredBy: "passkeys" }],
      [
        registerOptions,
        {
          id: "registerPasskeyOptions",
          does: "What the browser is asked with for a new passkey",
          more: "WebAuthn's PublicKeyCredentialCreationOptionsJSON; its challenge works once, for five minutes.",
          refusals: { 409: "The admin has as many passkeys as there may be.", ...noParty },
          offeredBy: "passkeys",
        },
      ],
      [
        registerPasskey,
        {
          id: "registerPasskey",
          does: "Adds a passkey",
          more: "`credential` is WebAuthn's RegistrationResponseJSON. A token with `mustAddPasskey` may do this, list the passkeys and sign out, and nothing else.",
          refusals: {
            409: "The challenge was used or has run out, the passkey was added before, or the admin has as many as there may be.",
            ...noParty,
          },
          offeredBy: "passkeys",
        },
      ],
      [
        removePasskey,
        {
          id: "removePasskey",
          does: "Removes one of the admin's own passkeys",
          more: "With the last one, the admin's other sessions end.",
          refusals: { 404: "The admin has no such passkey.", 409: "It is the last one, and every admin has to have one." },
          offeredBy: "passkeys",
        },
      ],
      [
        signOptions,
        {
          id: "signOptions",
          does: "What the browser is asked with to sign a digest",
          more: "WebAuthn's PublicKeyCredentialRequestOptionsJSON; the challenge is the digest's 32 bytes. The signature goes with the call that it is for, within two minutes.",
          refusals: { 409: "The admin has no passkey.", ...noParty },
          offeredBy: "passkeys",
        },
      ],
      [
        resetPasskeys,
        {
          id: "resetPasskeys",
          does: "Takes all passkeys of another admin away",
          more: "A super_admin does it, for another admin, whose sessions all end. The log calls it an alert.",
          refusals: { 404: "There is no such admin.", 409: "The admin has no passkey." },
          offeredBy: "passkeys",
        },
      ],
      [readAdminSettings, { id: "readAdminSettings", does: "The admin's own settings", offeredBy: "settings" }],
      [writeAdminSettings, { id: "writeAdminSettings", does: "Saves the admin's own settings", offeredBy: "settings" }],
    ]),
  },
  {
    name: "Changes",
    about: "What changes in the lists, told as it happens.",
    calls: new Map<AnyCall, CallWords>([
      [
        eventStream,
        {
          id: "eventStream",
          does: "A stream of every change that the lists show",
          more: "Each event's name is its `event`, its data is JSON, and a change's id is its position; what isn't known is skipped. A change has the `row`, or as `gone` the id of a deleted one: of a fee `currency/network`. With `after`, what came after that position is sent first, then `hello`; without it the stream begins now. Where `hello` has `complete: false`, nothing was replayed: fetch. A comment comes every 15 s at least. A position that the host doesn't know, or no longer has, is answered by `reset`, not by a refusal. `reset` says to forget the position and fetch; the stream then ends, as it does with the session or the token. Rows of a list that the admin may not read are not sent; once the admin may read other lists than before, `reset` is sent.",
          offeredBy: "events",
          refusals: {
            400: "`after` isn't text; never for a position that isn't known.",
            503: "The host is being stopped; Retry-After says how many seconds to wait.",
          },
        },
      ],
      [
        setPresence,
        {
          id: "setPresence",
          does: "Says what the admin looks at",
          more: "`user:EMAIL`, `approval:ID`, or null to leave at once. Repeated every 30 s, and forgotten 60 s after the last time; never stored. The streams of others at the same subject are told their name. A slip takes the permission to read slips (403).",
          offeredBy: "events",
        },
      ],
    ]),
  },
  {
    name: "Audit",
    about: "The log of everything that was done: append-only, each entry under the hash of the one before.",
    calls: new Map<AnyCall, CallWords>([
      [auditLogs, { id: "auditLogs", does: "A page of the log, newest first", more: zonedDays, offeredBy: "auditLog" }],
      [auditCounts, { id: "auditCounts", does: "What happened in a period", more: zonedDays, offeredBy: "auditLog" }],
      [auditChain, { id: "auditChain", does: "Entries in their order, and where the chain stands", offeredBy: "auditLog" }],
    ]),
  },
];

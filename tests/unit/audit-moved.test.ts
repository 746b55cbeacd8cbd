import { expect, test } from "vitest";
import { formatOf } from "../../src/app/format/use-format.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import { audit } from "../../src/app/words/en/audit.ts";
import { rowOfAttempt, rowOfEntry } from "../../src/app/screens/audit/log-row.ts";
import { movedWords } from "../../src/app/screens/audit/moved.ts";
import type { AuditEntry } from "../../src/contract/audit.ts";
import type { Attempt } from "../../src/db/money/journal.ts";

addWords("en", { audit });
const t = translateIn("en", ["audit", "common"]);
const format = formatOf("en-US", "UTC");

const hash = "0".repeat(64);
const entry = (action: string, fields: Partial<AuditEntry>): AuditEntry => ({
  seq: 1,
  at: "2026-11-20T12:00:00.000Z",
  actorId: "a",
  actor: "grace@example.com",
  role: "admin",
  action,
  target: undefined,
  asked: null,
  before: null,
  after: null,
  outcome: "done",
  status: 200,
  message: undefined,
  address: "192.0.2.1",
  alert: null,
  previous: hash,
  hash,
  ...fields,
});
const byHost = (action: string, fields: Partial<AuditEntry>) => movedWords(t, format, rowOfEntry(entry(action, fields)));

const byDevice = (operation: string, details: Record<string, string>) => {
  const attempt: Attempt = {
    id: "1",
    at: 0,
    operation,
    subject: "",
    by: "Grace",
    target: "",
    details,
    call: { method: "POST", path: "/", numbers: [] },
    body: undefined,
    state: { is: "done", at: 1, message: "Done" },
    settled: undefined,
  };
  return movedWords(t, format, rowOfAttempt(attempt));
};

test.each([
  [
    "fund",
    { asked: { email: "a@b.c", currency: "BTC", amount: "0.25" }, before: { available: "1" }, after: { available: "1.25" } },
    "Fund 0.25 BTC",
  ],
  ["fund", { asked: { currency: "BTC", amount: "0.250000001" }, outcome: "refused" }, "Fund 0.250000001 BTC"],
  ["deduct", { asked: { currency: "NGNZ", amount: "12500" } }, "Deduct 12,500 NGNZ"],
  [
    "wipe",
    { asked: { currency: "BTC" }, before: { currency: "BTC", pending: "0.5" }, after: { pending: "0" } },
    "Wipe pending balance 0.5 BTC",
  ],
  ["wipe", { asked: { currency: "BTC" }, outcome: "refused" }, "Wipe pending balance: BTC"],
  [
    "setOnrampRate",
    {
      asked: { rate: "1560" },
      before: { value: "1550.50", active: true, description: "" },
      after: { value: "1560", active: true, description: "" },
    },
    "Onramp rate 1,550.50 → 1,560",
  ],
  ["setOnrampRate", { asked: { rate: "1560" }, after: { value: "1560" } }, "Onramp rate → 1,560"],
  ["setOfframpRate", { asked: { rate: "-3" }, outcome: "refused" }, "Offramp rate → -3"],
  ["setMarkup", { before: { value: "2" }, after: { value: "2.5" } }, "Markup (%) 2 → 2.5"],
  ["setMarkdown", { before: { value: "5", description: "old" }, after: { value: "5", description: "new" } }, "Description old → new"],
  ["setMarkdown", { before: { value: "5", description: "007" }, after: { value: "5", description: "2026" } }, "Description 007 → 2026"],
  ["renameNetwork", { before: { networkName: "1000" }, after: { networkName: "true" } }, "Network name 1000 → true"],
  ["editGiftCardRate", { before: { rate: "900", notes: "" }, after: { rate: "900", notes: "1500" } }, "Notes → 1500"],
  ["fund", { asked: { currency: "USDT", amount: 1500.5 } }, "Fund 1,500.5 USDT"],
  ["createGiftCardRate", { after: { rate: 1250 } }, "Create gift card rate: 1,250"],
  ["toggleMarkdown", { before: { value: "5", active: true }, after: { value: "5", active: false } }, "Markdown (%) on → off"],
  [
    "setFee",
    { before: { networkName: "Bitcoin", networkFee: "2.5" }, after: { networkName: "BTC", networkFee: "3" } },
    "Network fee 2.5 → 3, Network name Bitcoin → BTC",
  ],
  [
    "editGiftCardRate",
    { before: { rate: "900", isActive: true }, after: { rate: "90", isActive: false } },
    "Rate 900 → 90, Active on → off",
  ],
  ["bulkGiftCardRates", { after: { changes: 1200 } }, "Upload gift card rates: 1,200"],
  ["disable2fa", { before: { twoFactorEnabled: true }, after: { twoFactorEnabled: false } }, "2FA on → off"],
  ["changeAdmin", { before: { role: "admin", active: true }, after: { role: "super_admin", active: true } }, "Role admin → super_admin"],
  ["changeAdmin", { asked: { active: false }, outcome: "refused" }, "Account → disabled"],
  ["createAdmin", { after: { role: "moderator" } }, "Create admin: moderator"],
  ["saveSettings", { before: { emailNotifications: false }, after: { emailNotifications: true } }, "Email notifications off → on"],
  ["generateWallet", { after: { tokens: ["BTC", "ETH"] } }, "Generate wallets: BTC, ETH"],
  ["setMarkup", { before: { value: "2" }, after: { value: "2" } }, "Set markup"],
  ["signIn", { asked: { email: "a@b.c", passwordPin: "withheld" } }, "Sign in"],
  ["somethingNew", { asked: { secret: "withheld" }, before: { x: "1" }, after: { x: "2" } }, "somethingNew"],
] satisfies readonly (readonly [string, Partial<AuditEntry>, string])[])(
  "[AUD-1] a line of the host's log says what moved: %s, %#",
  (action, fields, said) => {
    expect(byHost(action, fields)).toBe(said);
  },
);

test.each([
  ["fund", { email: "a@b.c", currency: "BTC", amount: "0.25", balanceBefore: "1" }, "Fund 0.25 BTC"],
  ["wipe", { email: "a@b.c", currency: "BTC", balanceBefore: "0.5" }, "Wipe pending balance 0.5 BTC"],
  ["setOnrampRate", { rate: "1560", before: "1550.50" }, "Onramp rate 1,550.50 → 1,560"],
  ["setMarkup", { markup: "2.5", before: "" }, "Markup (%) → 2.5"],
  ["setMarkdown", { markdown: "6", description: "", before: "5" }, "Markdown (%) 5 → 6"],
  ["toggleMarkdown", { isActive: "false", markdown: "5" }, "Markdown (%) → off"],
  [
    "setFee",
    { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: "3", before: "2.5" },
    "Network fee 2.5 → 3, Network name → Bitcoin",
  ],
  ["changeAdmin", { email: "b@c.d", role: "admin", before: "moderator" }, "Role moderator → admin"],
  ["bulkGiftCardRates", { file: "rates.csv", rows: "1200" }, "Upload gift card rates: 1,200"],
  ["deleteUser", { email: "a@b.c" }, "Delete user"],
] satisfies readonly (readonly [string, Record<string, string>, string])[])(
  "[AUD-2] a line of the device's journal says what moved: %s, %#",
  (operation, details, said) => {
    expect(byDevice(operation, details)).toBe(said);
  },
);

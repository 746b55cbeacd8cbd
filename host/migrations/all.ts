import { sql as sessionsUsersTransactions } from "./0001-sessions-users-transactions.ts";
import { sql as ledger } from "./0002-ledger.ts";
import { sql as walletsTools } from "./0003-wallets-tools.ts";
import { sql as figures } from "./0004-figures.ts";
import { sql as audit } from "./0005-audit.ts";
import { sql as adminSettings } from "./0006-admin-settings.ts";
import { sql as turns } from "./0007-turns.ts";
import { sql as size } from "./0008-size.ts";
import { sql as phones } from "./0009-phones.ts";
import { sql as accounts } from "./0010-accounts.ts";
import { sql as ownSessions } from "./0011-sessions.ts";
import { sql as closedKeys } from "./0012-closed-keys.ts";
import { sql as slips } from "./0013-slips.ts";
import { sql as approvalPolicies } from "./0014-approval-policies.ts";
import { sql as passkeys } from "./0015-passkeys.ts";
import { sql as events } from "./0017-events.ts";
import { sql as slipEvents } from "./0018-slip-events.ts";
import { sql as inlinedText } from "./0019-inlined-text.ts";
import { sql as months } from "./0020-months.ts";
import { sql as userGroups } from "./0021-user-groups.ts";
import { sql as reversalEvents } from "./0022-reversal-events.ts";
import { sql as policyPlaces } from "./0023-policy-places.ts";
import { sql as searchCase } from "./0024-search-case.ts";
import { sql as policyEvents } from "./0025-policy-events.ts";
import { sql as detachBefore } from "./0026-detach-before.ts";
import { sql as amounts } from "./0027-amounts.ts";
import { sql as amountStatistics } from "./0028-amount-statistics.ts";

/** Every migration in the order in which it is applied. One that was released is never changed: add another. */
export const migrations: readonly { readonly name: string; readonly sql: string }[] = [
  { name: "0001-sessions-users-transactions", sql: sessionsUsersTransactions },
  { name: "0002-ledger", sql: ledger },
  { name: "0003-wallets-tools", sql: walletsTools },
  { name: "0004-figures", sql: figures },
  { name: "0005-audit", sql: audit },
  { name: "0006-admin-settings", sql: adminSettings },
  { name: "0007-turns", sql: turns },
  { name: "0008-size", sql: size },
  { name: "0009-phones", sql: phones },
  { name: "0010-accounts", sql: accounts },
  { name: "0011-sessions", sql: ownSessions },
  { name: "0012-closed-keys", sql: closedKeys },
  { name: "0013-slips", sql: slips },
  { name: "0014-approval-policies", sql: approvalPolicies },
  { name: "0015-passkeys", sql: passkeys },
  { name: "0017-events", sql: events },
  { name: "0018-slip-events", sql: slipEvents },
  { name: "0019-inlined-text", sql: inlinedText },
  { name: "0020-months", sql: months },
  { name: "0021-user-groups", sql: userGroups },
  { name: "0022-reversal-events", sql: reversalEvents },
  { name: "0023-policy-places", sql: policyPlaces },
  { name: "0024-search-case", sql: searchCase },
  { name: "0025-policy-events", sql: policyEvents },
  { name: "0026-detach-before", sql: detachBefore },
  { name: "0027-amounts", sql: amounts },
  { name: "0028-amount-statistics", sql: amountStatistics },
];

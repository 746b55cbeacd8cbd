import { common } from "../i18n/fr/common.ts";
import { connection } from "../i18n/fr/connection.ts";
import { layout } from "../i18n/fr/layout.ts";
import { transactions } from "../i18n/fr/transactions.ts";

export const fr = { common, connection, layout, transactions };

import { common } from "../i18n/es/common.ts";
import { connection } from "../i18n/es/connection.ts";
import { layout } from "../i18n/es/layout.ts";
import { transactions } from "../i18n/es/transactions.ts";

export const es = { common, connection, layout, transactions };

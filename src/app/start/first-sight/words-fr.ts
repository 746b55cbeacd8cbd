import { common } from "../../words/fr/common.ts";
import { connection } from "../../words/fr/connection.ts";
import { layout } from "../../words/fr/layout.ts";
import { transactions } from "../../words/fr/transactions.ts";

export const fr = { common, connection, layout, transactions };

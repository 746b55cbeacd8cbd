import { common } from "../../words/es/common.ts";
import { connection } from "../../words/es/connection.ts";
import { layout } from "../../words/es/layout.ts";
import { transactions } from "../../words/es/transactions.ts";

export const es = { common, connection, layout, transactions };

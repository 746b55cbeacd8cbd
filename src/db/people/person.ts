import { searchText } from "../../contract/text.ts";
import type { TransactionRow } from "../store/database.ts";

/** The user whose activity is searched. */
export interface Person {
  readonly id?: string | undefined;
  readonly username?: string | undefined;
  readonly email?: string | undefined;
}

/** Whether a person's rows can be told: they bear the id or the name, and no email. */
export const isNamed = ({ id, username }: Person): boolean => Boolean(id) || Boolean(username);

/** Whether a row is a person's: by id where both have one, else by username. Without either, it isn't. */
export const isOwnRow = (row: Pick<TransactionRow, "userId" | "username">, { id, username }: Person): boolean =>
  id && row.userId ? row.userId === id : Boolean(username) && searchText(row.username ?? "") === searchText(username ?? "");

import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { users } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import type { UserRow } from "./users.ts";

/** The user of an email, whatever its case; throws 404 when there is none. */
export async function userByEmail(db: Db, email: string): Promise<UserRow> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)));
  if (row === undefined) throw new Refusal(404, `No user has the email ${email}`, { field: "email" });
  return row;
}

/** What a transaction means to do with a user: "share" keeps it as it is, "no key update" is for who changes it. */
type Hold = "share" | "no key update";

/**
 * As `userByEmail`, and keeps the user from being changed or deleted until the transaction ends. Who changes it
 * holds it as such from the start: two that share it and then both want to change it would wait for each other.
 */
export async function lockUserByEmail(tx: Db, email: string, hold: Hold): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)))
    .for(hold);
  if (row === undefined) throw new Refusal(404, `No user has the email ${email}`, { field: "email" });
  return row;
}

const ofPhone = (phonenumber: string) => and(eq(users.phonenumber, phonenumber.replace(/[\s()-]/g, "")), isNull(users.deletedAt));

function theOne([row, another]: readonly UserRow[], phonenumber: string): UserRow {
  if (row === undefined) throw new Refusal(404, `No user has the phone number ${phonenumber}`, { field: "phonenumber" });
  if (another !== undefined) throw new Refusal(409, `Several users have the phone number ${phonenumber}`, { field: "phonenumber" });
  return row;
}

/** The one user of a phone number; throws 404 when there is none, 409 when there are several. */
export const userByPhone = async (db: Db, phonenumber: string): Promise<UserRow> =>
  theOne(await db.select().from(users).where(ofPhone(phonenumber)).limit(2), phonenumber);

/** As `userByPhone`, and holds the user until the transaction ends, so that what is done to their wallets is done one after the other. */
export const lockUserByPhone = async (tx: Db, phonenumber: string): Promise<UserRow> =>
  theOne(await tx.select().from(users).where(ofPhone(phonenumber)).orderBy(users.id).limit(2).for("no key update"), phonenumber);

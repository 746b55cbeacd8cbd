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

/** As `userByEmail`, and keeps the user from being deleted until the transaction ends. */
export async function lockUserByEmail(tx: Db, email: string): Promise<UserRow> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt)))
    .for("share");
  if (row === undefined) throw new Refusal(404, `No user has the email ${email}`, { field: "email" });
  return row;
}

/** The one user of a phone number; throws 404 when there is none, 409 when there are several. */
export async function userByPhone(db: Db, phonenumber: string): Promise<UserRow> {
  const found = await db
    .select()
    .from(users)
    .where(and(eq(users.phonenumber, phonenumber.replace(/[\s()-]/g, "")), isNull(users.deletedAt)))
    .limit(2);
  const [row, another] = found;
  if (row === undefined) throw new Refusal(404, `No user has the phone number ${phonenumber}`, { field: "phonenumber" });
  if (another !== undefined) throw new Refusal(409, `Several users have the phone number ${phonenumber}`, { field: "phonenumber" });
  return row;
}

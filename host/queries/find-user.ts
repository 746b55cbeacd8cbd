import { and, desc, inArray, isNull, sql } from "drizzle-orm";
import { phoneForms, phoneKey } from "../../src/contract/phones.ts";
import { searchText } from "../../src/contract/text.ts";
import { phoneDigits } from "../../src/contract/user-lines.ts";
import { emailForms } from "../../src/contract/user-terms.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import type { UserRow } from "./users.ts";

const ofEmail = (email: string) =>
  and(inArray(sql`lower(plain_text(${users.email}))`, emailForms(searchText(email))), isNull(users.deletedAt));

/** Of several spellings that look the same, the one that was asked for comes first. */
const nearest = (email: string) => desc(sql`lower(${users.email}) = ${searchText(email)}`);

/** The user of an email, whatever its case and spelling; throws 404 when there is none. */
export async function userByEmail(db: Db, email: string): Promise<UserRow> {
  const [row] = await db.select().from(users).where(ofEmail(email)).orderBy(nearest(email)).limit(1);
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
  const [row] = await tx.select().from(users).where(ofEmail(email)).orderBy(nearest(email)).limit(1).for(hold);
  if (row === undefined) throw new Refusal(404, `No user has the email ${email}`, { field: "email" });
  return row;
}

/** Those whose number may be this one; `theOne` reads them closely. */
const ofPhone = (phonenumber: string, country: string) =>
  and(
    inArray(sql`phone_digits(${users.phonenumber})`, [phoneDigits(phonenumber), ...phoneForms(phonenumber, country)]),
    isNull(users.deletedAt),
  );

/** So many are read closely: no more forms of one number are stored. */
const mostForms = 20;

function theOne(found: readonly UserRow[], phonenumber: string, country: string): UserRow {
  const key = phoneKey(phonenumber, country);
  const [row, another] = found.filter((user) => phoneKey(user.phonenumber ?? "", country) === key);
  if (row === undefined) throw new Refusal(404, `No user has the phone number ${phonenumber}`, { field: "phonenumber" });
  if (another !== undefined) throw new Refusal(409, `Several users have the phone number ${phonenumber}`, { field: "phonenumber" });
  return row;
}

/** The one user of a phone number, in its local form of `country` or any international one; throws 404 when there is none, 409 when there are several. */
export const userByPhone = async (db: Db, phonenumber: string, country: string): Promise<UserRow> =>
  theOne(await db.select().from(users).where(ofPhone(phonenumber, country)).limit(mostForms), phonenumber, country);

/** As `userByPhone`, and holds the user until the transaction ends, so that what is done to their wallets is done one after the other. */
export const lockUserByPhone = async (tx: Db, phonenumber: string, country: string): Promise<UserRow> =>
  theOne(
    await tx.select().from(users).where(ofPhone(phonenumber, country)).orderBy(users.id).limit(mostForms).for("no key update"),
    phonenumber,
    country,
  );

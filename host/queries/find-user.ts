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

/** Among emails that look alike, the exact one comes first. */
const nearest = (email: string) => desc(sql`lower(${users.email}) = ${searchText(email)}`);

/** The user with an email, ignoring case and look-alike spelling; throws 404 if none. */
export async function userByEmail(db: Db, email: string): Promise<UserRow> {
  const [row] = await db.select().from(users).where(ofEmail(email)).orderBy(nearest(email)).limit(1);
  if (row === undefined) throw new Refusal(404, `No user has the email ${email}`, { field: "email" });
  return row;
}

/** Row lock: "share" keeps a user unchanged, "no key update" is for changing it. */
type Hold = "share" | "no key update";

/**
 * As `userByEmail`, locked until the transaction ends. Take the stronger lock up front if you will change the user: two
 * transactions that both share it and then both update it would deadlock.
 */
export async function lockUserByEmail(tx: Db, email: string, hold: Hold): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(ofEmail(email)).orderBy(nearest(email)).limit(1).for(hold);
  if (row === undefined) throw new Refusal(404, `No user has the email ${email}`, { field: "email" });
  return row;
}

/** Candidates for a phone number; `theOne` compares them exactly. */
const ofPhone = (phonenumber: string, country: string) =>
  and(
    inArray(sql`phone_digits(${users.phonenumber})`, [phoneDigits(phonenumber), ...phoneForms(phonenumber, country)]),
    isNull(users.deletedAt),
  );

/** Limit on candidates: one number isn't stored in more forms. */
const mostForms = 20;

function theOne(found: readonly UserRow[], phonenumber: string, country: string): UserRow {
  const key = phoneKey(phonenumber, country);
  const [row, another] = found.filter((user) => phoneKey(user.phonenumber ?? "", country) === key);
  if (row === undefined) throw new Refusal(404, `No user has the phone number ${phonenumber}`, { field: "phonenumber" });
  if (another !== undefined) throw new Refusal(409, `Several users have the phone number ${phonenumber}`, { field: "phonenumber" });
  return row;
}

/** The user with a phone number, in the local form of `country` or international; throws 404 if none, 409 if several. */
export const userByPhone = async (db: Db, phonenumber: string, country: string): Promise<UserRow> =>
  theOne(await db.select().from(users).where(ofPhone(phonenumber, country)).limit(mostForms), phonenumber, country);

/** As `userByPhone`, locked until the transaction ends, so that changes to their wallets are serialised. */
export const lockUserByPhone = async (tx: Db, phonenumber: string, country: string): Promise<UserRow> =>
  theOne(
    await tx.select().from(users).where(ofPhone(phonenumber, country)).orderBy(users.id).limit(mostForms).for("no key update"),
    phonenumber,
    country,
  );

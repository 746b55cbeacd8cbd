import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "../../host/db/rows.ts";
import { auditLog, transactions, users as usersTable } from "../../host/db/schema.ts";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { config } from "../../src/contract/config.ts";
import { transactionsAnswer } from "../../src/contract/transactions.ts";
import { plainText, searchText } from "../../src/contract/text.ts";
import { phoneDigits } from "../../src/contract/user-lines.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { everyUser } from "./support/reference.ts";
import { openTestHost, type TestHost } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
/** The user whose record each test writes. */
let id: string;

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  id = (await everyUser(box, token))[0]?.id ?? "";
});
afterAll(() => box.close());

const store = (fields: Partial<typeof usersTable.$inferInsert>) =>
  box.host.deps.db.update(usersTable).set(fields).where(eq(usersTable.id, id));

const found = async (q: string): Promise<boolean> => {
  const { status, body } = await box.call(`GET /usermanagement/users?limit=200&q=${encodeURIComponent(q)}`, { token });
  expect(status).toBe(200);
  return v.parse(usersAnswer, body).users.some((user) => user.id === id);
};

describe("what looks the same is the same", () => {
  test("[USER-2] the database reads text and phone numbers as the contract does", async () => {
    const one = v.object({ plain: v.string(), digits: v.string() });
    const odd = fc.constantFrom(
      "\u200b",
      "\ufeff",
      "\u00ad",
      "\u0085",
      "\u00a0",
      "\u2028",
      "\u{e0041}",
      "\u0301",
      "e",
      "ọ",
      "+",
      "(0)",
      "0",
      "7",
      "\t",
      " ",
    );
    const texts = fc.sample(fc.array(fc.oneof(odd, fc.string({ unit: "grapheme", maxLength: 3 })), { maxLength: 12 }), {
      numRuns: 500,
      seed: 30,
    });
    for (const parts of texts) {
      const text = parts.join("").replaceAll("\0", "");
      const [read] = await rows(box.host.deps.db, one, sql`select plain_text(${text}) as plain, phone_digits(${text}) as digits`);
      expect(read, JSON.stringify(text)).toEqual({ plain: plainText(text), digits: phoneDigits(text) });
    }
  });

  test.each(["+2348099990000", "08099990000", "0809 999 0000", "2348099990000", "+234 (0) 809 999 0000"])(
    "[USER-2, TOOL-6] a user stored under %s is found by every form of the number",
    async (stored) => {
      await store({ phonenumber: stored });
      for (const typed of ["08099990000", "+234 809 999 0000", "8099990000", "002348099990000", "\u202a+2348099990000\u202c", "0809999"]) {
        expect(await found(typed), typed).toBe(true);
        if (typed === "0809999") continue;
        const { status } = await box.call(`GET /updateuseraddress/status-by-phone?phonenumber=${encodeURIComponent(typed)}`, { token });
        expect(status, typed).toBe(200);
      }
      expect(await found("08099990001")).toBe(false);
    },
  );

  testOnce("[TOOL-6] a number of another country that ends alike is nobody's, and two users of one number are both", async () => {
    await store({ phonenumber: "+2348099990000" });
    const status = async (phone: string) =>
      (await box.call(`GET /updateuseraddress/status-by-phone?phonenumber=${encodeURIComponent(phone)}`, { token })).status;
    expect(await status("+448099990000")).toBe(404);
    const [, other] = await everyUser(box, token);
    await box.host.deps.db
      .update(usersTable)
      .set({ phonenumber: "08099990000" })
      .where(eq(usersTable.id, other?.id ?? ""));
    expect(await status("+2348099990000")).toBe(409);
    await box.host.deps.db
      .update(usersTable)
      .set({ phonenumber: null })
      .where(eq(usersTable.id, other?.id ?? ""));
  });

  test("[USER-2, DASH-10] names and references are found in whatever way they are written, on both sides", async () => {
    const name = "Adébáyọ̀ Ọṣọ́";
    for (const stored of [
      name.normalize("NFC"),
      name.normalize("NFD"),
      "Ade\u0301ba\u0301yo\u0323\u0300\u00a0\u200bO\u0323s\u0323o\u0323\u0301",
    ]) {
      await store({ name: stored });
      for (const typed of [name.normalize("NFD"), name.normalize("NFC"), `\u200e${name}\u200b`, name.replace(" ", "\u2009")])
        expect(await found(typed), JSON.stringify([stored, typed])).toBe(true);
    }
    const { db } = box.host.deps;
    const [row] = await db.select().from(transactions).limit(1);
    await db
      .update(transactions)
      .set({ bankName: "Bánkọ̀".normalize("NFD"), reference: "000123456789012345678" })
      .where(eq(transactions.id, row?.id ?? ""));
    for (const term of ["000123456789012345678\u200b", "\ufeffBánkọ̀".normalize("NFC")]) {
      const { body } = await box.call(`GET /analytics/filter?page=1&limit=50&searchTerm=${encodeURIComponent(term)}`, { token });
      expect(v.parse(transactionsAnswer, body).rows.map((one) => one.id)).toEqual([row?.id]);
    }
  });

  test.each(["ÉCOBANK Ọláde", "ŁÓDŹ ЖУК"])("[USER-2, DASH-10] %s is found in any letter case", async (stored) => {
    const forms = [stored, searchText(stored), stored.toUpperCase()];
    await store({ name: stored });
    for (const typed of forms) expect(await found(typed), typed).toBe(true);
    const { db } = box.host.deps;
    const [row] = await db.select().from(transactions).limit(1);
    for (const field of ["username", "reference", "senderUsername", "recipientUsername", "bankName"] as const) {
      await db
        .update(transactions)
        .set({ [field]: stored })
        .where(eq(transactions.id, row?.id ?? ""));
      for (const term of forms) {
        const { body } = await box.call(`GET /analytics/filter?page=1&limit=50&searchTerm=${encodeURIComponent(term)}`, { token });
        expect(
          v.parse(transactionsAnswer, body).rows.map((one) => one.id),
          `${field}: ${term}`,
        ).toEqual([row?.id]);
      }
      await db
        .update(transactions)
        .set({ [field]: "" })
        .where(eq(transactions.id, row?.id ?? ""));
    }
  });

  test.each(["ada@exämple.com", "ada@xn--exmple-cua.com", "Ada@exa\u0308mple.com\u200b"])(
    "[WALL-1, USER-2] a user stored under %s is found by every spelling of the address",
    async (stored) => {
      await store({ email: stored });
      for (const typed of ["ada@exämple.com", "ADA@xn--exmple-cua.com", "ada@exa\u0308mple.com", "\u202aada@exämple.com\u202c "]) {
        expect(await found(typed), typed).toBe(true);
        expect((await box.call(`GET /admin/users/wallets?email=${encodeURIComponent(typed)}`, { token })).status, typed).toBe(200);
      }
      expect((await box.call("GET /admin/users/wallets?email=ada@example.com", { token })).status).toBe(404);
    },
  );

  testOnce("[AUTH-3, DASH-7, TOOL-5] bodies, fields of an address and enumerations go through it; a PIN does not", async () => {
    const signIn = (email: string, passwordPin: string) => box.call("POST /adminsignin/signin", { body: { email, passwordPin } });
    const { db } = box.host.deps;
    await addAdmin(
      db,
      { email: "ngozi@example.com", adminName: "Ngozi", pin: "135790", role: "admin", permissions: permissionsOf.admin },
      box.host.deps.pinCost,
      new Date(),
    );
    expect((await signIn("\u200bNgozi@example.com\u00a0", "135790")).status).toBe(200);
    expect((await signIn("ngozi@example.com", "135790\u200b")).status).toBe(401);
    const filter = await box.call(
      `GET /analytics/filter?page=1\u200b&limit=5&transactionType=${encodeURIComponent("SWAP\u200b")}&dateFrom=2026-01-01%C2%A0`,
      {
        token,
      },
    );
    expect(filter.status).toBe(200);
    await store({ email: "ada@example.com" });
    const wipe = await box.call("POST /pending/wipe", { token, body: { email: "ada@example.com\u200b", currency: "BTC\u00a0" } });
    expect(wipe.status).toBe(409);
    expect(JSON.stringify(wipe.body)).toContain("ada@example.com has no pending BTC");
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "wipe"));
    expect(entry?.asked).toMatchObject({ email: "ada@example.com", currency: "BTC" });
  });

  testOnce("[CONF-1] config.json says the country of local phone numbers", async () => {
    expect(v.parse(config, (await box.call("GET /config.json")).body).phoneCountry).toBe("NG");
    const ghana = await openTestHost({ phoneCountry: "GH" });
    try {
      expect(v.parse(config, (await ghana.call("GET /config.json")).body).phoneCountry).toBe("GH");
      const asGhanaian = await ghana.tokenFor("super_admin");
      const [user] = await everyUser(ghana, asGhanaian);
      await ghana.host.deps.db
        .update(usersTable)
        .set({ phonenumber: "+233241234567" })
        .where(eq(usersTable.id, user?.id ?? ""));
      expect((await ghana.call("GET /updateuseraddress/status-by-phone?phonenumber=0241234567", { token: asGhanaian })).status).toBe(200);
    } finally {
      await ghana.close();
    }
  });
});

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstPolicy } from "../../host/approvals/policy.ts";
import { problemsOf } from "../../scripts/receipt-problems.mjs";
import { root } from "../../scripts/run.mjs";
import { type Slip, slip } from "../../src/contract/approvals.ts";
import { makePasskey, takesAsserted } from "./support/passkey.ts";
import { everyUser } from "./support/reference.ts";
import { type Answered, type TestHost, openTestHost } from "./support/test-host.ts";

const path = "/api/approvals";
let box: TestHost;
let ada: string;
let bea: string;
let emails: string[];
const keys = { ada: makePasskey(), bea: makePasskey("ed25519") };
const home = mkdtempSync(join(tmpdir(), "receipt-"));

const slipIn = ({ body }: Answered): Slip => v.parse(v.object({ data: slip }), body).data;
const make = async (at: number): Promise<Slip> => {
  const body = { operation: "fund", email: emails[at], currency: "NGNB", amount: "2500000", reason: "refund", note: "Naïve — ₦" };
  return slipIn(await box.call(`POST ${path}`, { token: ada, body }));
};
const act = (token: string, { id }: Slip, what: string, body: object) => box.call(`POST ${path}/${id}/${what}`, { token, body });
const receiptOf = async ({ id }: Slip) => {
  const { status, body } = await box.call(`GET ${path}/${id}/receipt`, { token: bea });
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(v.object({ data: v.looseObject({}) }), body).data;
};

beforeAll(async () => {
  box = await openTestHost({ approvals: true, verifySignature: takesAsserted });
  ada = await box.tokenFor("super_admin");
  bea = await box.tokenFor("super_admin");
  emails = (await everyUser(box, ada)).flatMap(({ email }) => email ?? []);
});
afterAll(async () => {
  rmSync(home, { recursive: true, force: true });
  await box.close();
});

/** Sets a value at a path in a receipt. */
function put(into: unknown, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (typeof into !== "object" || into === null) throw new Error(`nothing has ${name}`);
  const inner: unknown = Reflect.get(into, name);
  if (rest.length > 0) put(inner, rest, value);
  else Reflect.set(into, name, value);
}

/** The output of the command for a file with this text. */
const verified = (text: string): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    const file = join(home, "receipt.json");
    writeFileSync(file, text);
    execFile(process.execPath, [join(root, "scripts/verify-receipt.mjs"), file], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
  });

describe("without signatures", () => {
  test("[APPR-11] the receipt of an executed slip holds; one that wasn't executed has none", async () => {
    const one = await make(1);
    expect(await box.call(`GET ${path}/${one.id}/receipt`, { token: bea })).toMatchObject({ status: 409, body: { data: { id: one.id } } });
    expect((await act(bea, one, "sign", { digest: one.digest, signature: {} })).status).toBe(403);
    expect((await act(ada, one, "sign", { digest: one.digest, signature: {} })).status).toBe(409);
    const done = slipIn(await act(bea, one, "approve", { digest: one.digest }));
    await make(2);
    const receipt = await receiptOf(one);
    expect(receipt).toMatchObject({
      slip: done,
      signatures: { maker: null, checker: null },
      audit: { entries: [{ action: "makeSlip" }, { action: "approveSlip" }] },
    });
    expect(problemsOf(receipt)).toEqual([]);
    expect(await verified(JSON.stringify(receipt))).toMatchObject({ code: 0, said: expect.stringContaining(`${done.reference} holds`) });
    // As an editor saves it that marks UTF-8.
    expect(await verified(`\uFEFF${JSON.stringify(receipt)}`)).toMatchObject({ code: 0 });
    expect(await verified("{")).toMatchObject({ code: 1, said: expect.stringContaining("no receipt") });
  });

  test("[APPR-11] a receipt holds also where the host's clock ran ahead when it was asked for, and was put right since", async () => {
    box.wait(1_800_000);
    const one = await make(5);
    box.wait(-1_800_000);
    await act(bea, one, "approve", { digest: one.digest });
    const receipt = await receiptOf(one);
    expect(receipt).toMatchObject({ audit: { entries: [{ action: "makeSlip" }, { action: "approveSlip" }] } });
    expect(problemsOf(receipt)).toEqual([]);
  });

  test("[APPR-11] a receipt holds also where ten thousand entries of the log lie between asking and approving", async () => {
    const one = await make(4);
    await box.host.deps.db.transaction(async (tx) => {
      // The trigger that chains entries takes too long for so many.
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`
        insert into audit_log (seq, at, action, outcome, status, address, previous, hash)
        select seq + n, now(), 'fund', 'refused', 400, '', hash, hash from audit_head, generate_series(1, 10001) as n`);
      await tx.execute(sql`update audit_head set seq = seq + 10001`);
    });
    await act(bea, one, "approve", { digest: one.digest });
    expect(problemsOf(await receiptOf(one))).toEqual([]);
  });
});

describe("signed", () => {
  let done: Slip;
  let one: Slip;

  beforeAll(async () => {
    const policy = { ...firstPolicy, signing: "passkey" };
    const { body } = await box.call(`PUT ${path}/policy`, { token: ada, body: policy });
    const { digest } = v.parse(v.object({ data: v.looseObject({ digest: v.string() }) }), body).data;
    expect((await box.call(`POST ${path}/policy/approve`, { token: bea, body: { digest } })).status).toBe(200);
    one = await make(3);
  });

  test("[APPR-10] nobody decides on a slip that its maker hasn't signed, and it counts for nobody", async () => {
    const signature = keys.bea.assert(one.digest);
    expect(await act(bea, one, "approve", { digest: one.digest, signature })).toMatchObject({
      status: 409,
      body: { data: { state: "open" } },
    });
    expect(await box.call(`GET ${path}`, { token: bea })).toMatchObject({ body: { data: { toDecide: 0 } } });
  });

  test("[APPR-10] the maker signs the digest, once; a signature of another text is refused", async () => {
    expect((await act(bea, one, "sign", { digest: one.digest, signature: keys.bea.assert(one.digest) })).status).toBe(403);
    const other = "0".repeat(64);
    expect((await act(ada, one, "sign", { digest: other, signature: keys.ada.assert(other) })).status).toBe(409);
    expect(await act(ada, one, "sign", { digest: one.digest, signature: keys.ada.assert(other) })).toMatchObject({
      status: 400,
      body: { field: "signature" },
    });
    const signed = slipIn(await act(ada, one, "sign", { digest: one.digest, signature: keys.ada.assert(one.digest) }));
    expect(signed).toMatchObject({ state: "open", makerSignedAt: expect.any(String) });
    expect((await act(ada, one, "sign", { digest: one.digest, signature: keys.ada.assert(one.digest) })).status).toBe(409);
    expect(await box.call(`GET ${path}`, { token: bea })).toMatchObject({ body: { data: { toDecide: 1 } } });
  });

  test("[APPR-10] the checker signs with the approval, and both signatures are kept", async () => {
    expect(await act(bea, one, "approve", { digest: one.digest })).toMatchObject({ status: 400, body: { field: "signature" } });
    expect(await act(bea, one, "approve", { digest: one.digest, signature: keys.ada.assert(one.digest) })).toMatchObject({
      status: 400,
      body: { message: "signature is by the same key as its maker's" },
    });
    done = slipIn(await act(bea, one, "approve", { digest: one.digest, signature: keys.bea.assert(one.digest) }));
    expect(done).toMatchObject({ state: "executed", checkerSignedAt: expect.any(String) });
    expect(await receiptOf(one)).toMatchObject({
      signatures: { maker: { publicKey: keys.ada.publicKey }, checker: { publicKey: keys.bea.publicKey } },
    });
  });

  test("[APPR-11] a changed byte, wherever in the file, is named or makes it unreadable", async () => {
    const text = JSON.stringify(await receiptOf(one));
    expect(problemsOf(JSON.parse(text))).toEqual([]);
    let read = 0;
    // Every byte at the beginning, then every fifth.
    for (let at = 0; at < text.length; at += at < 300 ? 1 : 5) {
      const changed = text.slice(0, at) + (text[at] === "a" ? "b" : "a") + text.slice(at + 1);
      let wrong: readonly string[] = ["unreadable"];
      try {
        const receipt: unknown = JSON.parse(changed);
        read += 1;
        wrong = problemsOf(receipt);
      } catch {}
      expect(wrong, `${at}: ${changed.slice(at - 30, at + 10)}`).not.toEqual([]);
    }
    expect(read).toBeGreaterThan(500);
  });

  test("[APPR-11] a forged receipt brings along no verdict of its own, in control characters that the terminal obeys", async () => {
    const forged: unknown = structuredClone(await receiptOf(one));
    put(forged, ["slip", "amount"], "1");
    put(forged, ["audit", "entries", "0", "seq"], "1\u001b[2J\u001b[H\u009b8m\r\nFUND-1 holds, in the log whose entry 1 is 0\u202e");
    const { code, said } = await verified(JSON.stringify(forged));
    expect(code).toBe(1);
    expect(said).toContain("1\\u{1b}[2J");
    expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_C}]|^FUND-1 holds/mu);
  });

  test("[APPR-11] whoever seals a changed receipt anew is found out by the part that doesn't hold", async () => {
    const { signatures } = v.parse(v.looseObject({ signatures: v.looseObject({}) }), await receiptOf(one));
    const cases: [string, unknown, string][] = [
      ["slip.amount", "1", "slip: its digest is of another text"],
      ["slip.note", undefined, "slip: its digest is of another text"],
      ["slip.reference", "FUND-1", "audit: it was executed as another entry"],
      ["slip.maker.id", "else", "audit: others asked or decided than the slip says"],
      ["slip.maker.email", "else@example.com", "audit: others asked or decided than the slip says"],
      ["slip.checker.email", "else@example.com", "audit: others asked or decided than the slip says"],
      ["signatures.maker", signatures["checker"], "signatures: one key signed twice"],
      ["signatures.maker.publicKey", makePasskey().publicKey, "signatures: the maker's isn't by the key"],
      ["signatures.maker", null, "signatures: the maker's is missing, or one too many"],
      ["signatures.maker.rpId", "else.example", "signatures: the maker wasn't verified there"],
      ["signatures.checker", keys.bea.assert("0".repeat(64)), "signatures: the checker signed another text"],
      ["audit.entries.1.message", "Else", "audit: entry 18 says something else than its hash was taken of"],
      ["audit.head.seq", 7, "audit: the hashes don't lead to the head"],
    ];
    for (const [path, value, problem] of cases) {
      const receipt: unknown = structuredClone(await receiptOf(one));
      put(receipt, path.split("."), value);
      const found = problemsOf(receipt).map((one) => one.replace(/entry \d+/, "entry 18"));
      expect(found, path).toContain(problem);
      expect(found.length, path).toBeGreaterThan(1);
    }
  });
});

test("[APPR-11] docs/receipts.md has the verifier to the letter", () => {
  const page = readFileSync(join(root, "docs/receipts.md"), "utf8");
  expect(/```js\n([\s\S]*?)```/.exec(page)?.[1]).toBe(readFileSync(join(root, "scripts/receipt-problems.mjs"), "utf8"));
});

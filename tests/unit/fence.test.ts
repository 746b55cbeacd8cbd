import { beforeEach, describe, expect, test, vi } from "vitest";

const subject = JSON.stringify(["fund", "ada@example.com", "BTC", "0.25"]);
const attempt = { id: "one", subject, operation: "fund", at: 1 };

const items = new Map<string, string>();
const storage = {
  get length() {
    return items.size;
  },
  key: (place: number) => [...items.keys()][place] ?? null,
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
};

/** The fence after a reload. */
async function openFence() {
  vi.resetModules();
  return import("../../src/sync/money/fence.ts");
}

const encoded = (text: string) => new TextEncoder().encode(text);
const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("base64");
const forget = (name: string) =>
  new Promise((resolve) => {
    indexedDB.deleteDatabase(name).addEventListener("success", resolve);
  });

beforeEach(() => {
  items.clear();
  vi.stubGlobal("localStorage", storage);
});

describe("[FUND-6, AUTH-14] a post of the fence", () => {
  test("stands against its subject after a reload, and against no other", async () => {
    expect(await (await openFence()).leavePosts("whose", [attempt])).toBe(true);
    const { postAgainst, postsOf } = await openFence();
    const posts = postsOf("whose");
    expect(await postAgainst(posts, subject)).toMatchObject({ attempt: "one", by: "key" });
    expect(await postAgainst(posts, JSON.stringify(["fund", "ada@example.com", "BTC", "0.26"]))).toBeUndefined();
  });

  test("can't be tried out with what local storage holds, and not quickly with the key either", async () => {
    const { leavePosts, postsOf } = await openFence();
    await leavePosts("whose", [attempt]);
    const [post] = postsOf("whose");
    const { salt = "", subject: hidden = "" } = post ?? {};
    const plain = encoded(`${salt}\n${subject}`);
    expect(base64(await crypto.subtle.digest("SHA-256", plain))).not.toBe(hidden);
    const base = await crypto.subtle.importKey("raw", plain, "PBKDF2", false, ["deriveBits"]);
    const slow = { name: "PBKDF2", hash: "SHA-256", salt: encoded(salt), iterations: 100_000 };
    expect(base64(await crypto.subtle.deriveBits(slow, base, 256))).not.toBe(hidden);
    const { deviceKey } = await import("../../src/db/store/device-key.ts");
    const { key } = (await deviceKey()) ?? {};
    if (!key) throw new Error("no key");
    await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
    expect(base64(await crypto.subtle.sign("HMAC", key, plain))).not.toBe(hidden);
  });

  test.each([
    ["and no other can be had", () => vi.stubGlobal("indexedDB", undefined)],
    ["and another is made", () => {}],
  ])("whose key is gone, %s, stands against all that its operation does", async (_, then) => {
    const kept = indexedDB;
    await (await openFence()).leavePosts("whose", [attempt]);
    await forget("counterfoil.device");
    const { postAgainst, postsOf } = await openFence();
    then();
    const posts = postsOf("whose");
    expect(await postAgainst(posts, subject)).toMatchObject({ attempt: "one" });
    expect(await postAgainst(posts, JSON.stringify(["fund", "bea@example.com", "ETH", "1"]))).toMatchObject({ attempt: "one" });
    expect(await postAgainst(posts, JSON.stringify(["deduct", "ada@example.com", "BTC", "0.25"]))).toBeUndefined();
    vi.stubGlobal("indexedDB", kept);
  });

  test("of a slip whose key is gone stands against what the slip would have moved", async () => {
    const slip = { ...attempt, operation: "makeSlip" };
    await (await openFence()).leavePosts("whose", [slip]);
    await forget("counterfoil.device");
    const { postAgainst, postsOf } = await openFence();
    expect(await postAgainst(postsOf("whose"), subject)).toMatchObject({ attempt: "one" });
  });

  test("is left without a key where the key's transaction is aborted at its end", async () => {
    await forget("counterfoil.device");
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
      const request = this.add(value, key);
      // As on a full device: each write succeeds, the commit fails.
      request.addEventListener("success", () => this.transaction.abort());
      return request;
    });
    const { leavePosts, postsOf } = await openFence();
    await leavePosts("whose", [attempt]);
    expect(postsOf("whose")).toMatchObject([{ by: "slow" }]);
    vi.restoreAllMocks();
  });

  test("of an earlier version, whose key has no id, stands against its subject until that key is gone", async () => {
    const { leavePosts, postsOf } = await openFence();
    await leavePosts("whose", [attempt]);
    const opening = indexedDB.open("counterfoil.device");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const transaction = opening.result.transaction("keys", "readwrite");
    transaction.objectStore("keys").delete("fence.id");
    await new Promise((resolve) => transaction.addEventListener("complete", resolve));
    opening.result.close();
    const [{ keyId: _, ...old } = { keyId: "none" }] = postsOf("whose");
    items.set("counterfoil.fence.one", JSON.stringify(old));
    const other = JSON.stringify(["fund", "bea@example.com", "ETH", "1"]);
    const before = await openFence();
    expect(await before.postAgainst(before.postsOf("whose"), subject)).toMatchObject({ attempt: "one" });
    expect(await before.postAgainst(before.postsOf("whose"), other)).toBeUndefined();
    await forget("counterfoil.device");
    const after = await openFence();
    expect(await after.postAgainst(after.postsOf("whose"), other)).toMatchObject({ attempt: "one" });
  });

  test("is left without a key where the browser keeps none", async () => {
    const kept = indexedDB;
    const { leavePosts, postAgainst, postsOf } = await openFence();
    vi.stubGlobal("indexedDB", undefined);
    expect(await leavePosts("whose", [attempt])).toBe(true);
    expect(postsOf("whose")).toMatchObject([{ by: "slow" }]);
    expect(await postAgainst(postsOf("whose"), subject)).toMatchObject({ attempt: "one" });
    vi.stubGlobal("indexedDB", kept);
  });

  test("that an earlier version left stands as before", async () => {
    const salt = "salt";
    const hidden = base64(await crypto.subtle.digest("SHA-256", encoded(`${salt}\n${subject}`)));
    items.set("counterfoil.fence.old", JSON.stringify({ attempt: "old", owner: "whose", salt, subject: hidden, operation: "fund", at: 1 }));
    const { postAgainst, postsOf } = await openFence();
    expect(await postAgainst(postsOf("whose"), subject)).toMatchObject({ attempt: "old" });
  });
});

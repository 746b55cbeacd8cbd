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
    const key = await deviceKey();
    if (!key) throw new Error("no key");
    await expect(crypto.subtle.exportKey("raw", key)).rejects.toThrow();
    expect(base64(await crypto.subtle.sign("HMAC", key, plain))).not.toBe(hidden);
  });

  test("whose key is gone stands against all that its operation does", async () => {
    await (await openFence()).leavePosts("whose", [attempt]);
    await forget("counterfoil.device");
    const { postAgainst, postsOf } = await openFence();
    vi.stubGlobal("indexedDB", undefined);
    const posts = postsOf("whose");
    expect(await postAgainst(posts, JSON.stringify(["fund", "bea@example.com", "ETH", "1"]))).toMatchObject({ attempt: "one" });
    expect(await postAgainst(posts, JSON.stringify(["deduct", "ada@example.com", "BTC", "0.25"]))).toBeUndefined();
    vi.unstubAllGlobals();
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

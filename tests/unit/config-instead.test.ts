import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { askForConfig, type FoundConfig, type LoadedConfig } from "../../src/sync/wire/config.ts";
import { giveKept, judgeAnswer } from "../../src/sync/wire/config-instead.ts";

/** The app's cache storage; undefined: the browser has none. */
let kept: Map<string, Response> | undefined;
const origin = "http://app.test";
const { signal } = new AbortController();

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal("location", { origin, href: `${origin}/` });
  vi.stubGlobal("caches", {
    open: async (name: string) => {
      if (!kept) throw new DOMException("no", "SecurityError");
      const store = kept;
      return {
        match: async (url: string) => store.get(`${name} ${url}`)?.clone(),
        put: async (url: string, response: Response) => void store.set(`${name} ${url}`, response),
      };
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

const html = (body: string, status: number, headers: Record<string, string> = {}): Response =>
  new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });
const judge = async (response: Response): Promise<FoundConfig> => judgeAnswer(response, await response.clone().text(), signal);
const keptText = (): Promise<string> | undefined => kept?.get("settings /config.json")?.clone().text();

describe("[CONF-1] what came instead of config.json", () => {
  test.each([200, 401, 403, 407, 429, 511])("a page with %i is a gateway's", async (status) => {
    expect(await judge(html("<h1>Sign in</h1>", status))).toEqual({ is: "gateway", status });
  });

  test("so is a page that calls itself a text, and a challenge, whatever its status", async () => {
    expect(await judge(new Response("  <!doctype html>", { status: 200 }))).toEqual({ is: "gateway", status: 200 });
    expect(await judge(new Response("{}", { status: 503, headers: { "cf-mitigated": "challenge" } }))).toEqual({
      is: "gateway",
      status: 503,
    });
  });

  test.each([401, 407])("a %i is a gateway's without a page, too: no server asks for a sign-in to its files", async (status) => {
    for (const text of ["", "{}"]) expect(await judge(new Response(text, { status }))).toEqual({ is: "gateway", status });
  });

  test.each([500, 502, 400])("a page with %i is the server's own error", async (status) => {
    expect(await judge(html("<h1>Oh</h1>", status))).toEqual({ is: "withheld", status });
  });

  test("a 404, or this app's own page, means that there is no file", async () => {
    for (const response of [
      html("<h1>Not here</h1>", 404),
      html("<title>Counterfoil</title>", 200),
      html("<title>Counterfoil</title>", 403),
    ])
      expect(await judge(response)).toEqual({ is: "missing" });
    expect(kept?.size).toBe(0);
  });

  test("a file with a wrong field is said to be, and not kept; a good one is", async () => {
    expect(await judge(new Response('{"hots":"http://x"}'))).toMatchObject({ is: "broken", field: "hots" });
    expect(kept?.size).toBe(0);
    expect(await judge(new Response('{"host":"http://api.test"}', { status: 203 }))).toMatchObject({
      is: "ok",
      config: { host: "http://api.test" },
    });
    await vi.waitFor(async () => expect(await keptText()).toBe('{"host":"http://api.test"}'));
  });
});

describe("[CONF-1] a redirect", () => {
  const redirected = { type: "opaqueredirect", status: 0, headers: new Headers(), ok: false } as Response;
  const leadsTo = (url: string, response: Response): void => {
    Object.defineProperty(response, "url", { value: url });
    vi.stubGlobal("fetch", async () => response);
  };
  const follow = (): Promise<FoundConfig> => judgeAnswer(redirected, "", signal);

  test("on the app's own origin is followed", async () => {
    leadsTo(`${origin}/v2/config.json`, new Response('{"host":"http://api.test"}'));
    expect(await follow()).toMatchObject({ is: "ok", config: { host: "http://api.test" } });
    leadsTo(`${origin}/login`, html("<h1>Sign in</h1>", 200));
    expect(await follow()).toEqual({ is: "gateway", status: 200 });
  });

  test("to another origin is a gateway's, whatever stands there", async () => {
    leadsTo("http://app.test.evil/config.json", new Response('{"host":"http://evil"}'));
    expect(await follow()).toEqual({ is: "gateway", status: undefined });
    expect(kept?.size).toBe(0);
  });

  test("that can't be followed is a gateway's", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    expect(await follow()).toEqual({ is: "gateway", status: undefined });
    await expect(askForConfig("follow", signal)).rejects.toThrow();
  });
});

describe("[CONF-1] the last config.json", () => {
  async function readKept(): Promise<LoadedConfig | undefined> {
    let given: LoadedConfig | undefined;
    await giveKept((one) => (given = one));
    return given;
  }

  test("is read as long as this version understands it", async () => {
    expect(await readKept()).toBeUndefined();
    kept?.set("settings /config.json", new Response('{"host":"http://api.test"}'));
    expect(await readKept()).toMatchObject({ is: "ok", config: { host: "http://api.test" } });
    kept?.set("settings /config.json", new Response('{"fromALaterVersion":1}'));
    expect(await readKept()).toBeUndefined();
    kept?.set("settings /config.json", new Response("{"));
    expect(await readKept()).toBeUndefined();
  });

  test("is none where the browser has no cache storage, and then keeping one is no error", async () => {
    kept = undefined;
    expect(await readKept()).toBeUndefined();
    expect((await judge(new Response("{}"))).is).toBe("ok");
  });
});

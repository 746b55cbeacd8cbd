import { afterEach, describe, expect, test, vi } from "vitest";
import { loadConfig, readConfig } from "../../src/sync/config.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("[CONF-1] a wrong value stops the app, and its field is named:", () => {
  test.each([
    ["[]", undefined],
    ["null", undefined],
    ['{"paths":[]}', "paths"],
    ['{"paths":null}', "paths"],
    ['{"paths":{"fnd":"/x"}}', "paths.fnd"],
    ['{"paths":{"fund":"//other.example/x"}}', "paths.fund"],
    [String.raw`{"paths":{"fund":"/\\other.example/x"}}`, "paths.fund"],
    ['{"auditLog":"//other.example/x"}', "auditLog"],
    ...[
      "https://api.example.com ",
      " https://api.example.com",
      "https://api.example.com/x y",
      "https://api.example.com/#",
      "https://api.example.com?",
      "https://user@api.example.com",
      "https://:secret@api.example.com",
      "https:api.example.com",
      "https:///api.example.com",
      String.raw`https:/\api.example.com`,
      "ftp://api.example.com",
      "api.example.com",
    ].map((host): [string, string] => [JSON.stringify({ host }), "host"]),
    ...["authorization", "Accept", "Content-Type", "content-length", "Cookie", "Host", "Origin", "Sec-Key", "Proxy-Key", "key key"].map(
      (idempotencyHeader): [string, string] => [JSON.stringify({ idempotencyHeader }), "idempotencyHeader"],
    ),
  ])("%s", (text, field) => {
    const read = readConfig(text);
    expect(read).toMatchObject({ is: "broken", field });
    expect(read.is === "broken" && read.problem).toMatch(field === undefined ? /^config\.json is not an object/ : /^(must|is not) /);
  });
});

test.each([
  { host: "" },
  { host: "https://api.example.com" },
  { host: "HTTP://[::1]:4174/v1/" },
  { host: "https://api.example.com/~desk/@v1" },
  { paths: { fund: "/v2/fund/" } },
  { idempotencyHeader: "Idempotency-Key" },
  { idempotencyHeader: "X-Request-Id" },
])("[CONF-1] %o is taken", (json) => {
  expect(readConfig(JSON.stringify(json)).is).toBe("ok");
});

test.each([500, 502, 503, 504, 403])("[CONF-1] a %i is no wrong field, and no reason to guess a host", async (status) => {
  vi.stubGlobal("fetch", async () => new Response("<h1>no</h1>", { status }));
  expect(await loadConfig()).toEqual({ is: "withheld", status });
});

test("[CONF-1] without a file, and without a network, the defaults hold", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  expect(await loadConfig()).toMatchObject({ is: "ok", config: { host: "" } });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await loadConfig()).toMatchObject({ is: "ok", config: { host: "" } });
});

test("[CONF-1] a config.json that is cut off is no missing one", async () => {
  const cut = (): ReadableStream => new ReadableStream({ start: (body) => body.error(new TypeError("network error")) });
  vi.stubGlobal("fetch", async () => new Response(cut()));
  expect(await loadConfig()).toEqual({ is: "withheld", status: undefined });
});

test.each(["the answer", "the rest of the answer"])("[CONF-1] a start that waits for %s in vain ends", async (what) => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(late.signal);
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    const lost = new Promise<never>((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    return what === "the answer"
      ? lost
      : Promise.resolve(new Response(new ReadableStream({ start: (body) => void lost.catch(body.error.bind(body)) })));
  });
  const loading = loadConfig();
  expect(timeout).toHaveBeenCalledOnce();
  late.abort(new DOMException("The operation timed out.", "TimeoutError"));
  expect(await loading).toEqual({ is: "withheld", status: undefined });
});

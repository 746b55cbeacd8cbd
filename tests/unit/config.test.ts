import { afterEach, describe, expect, test, vi } from "vitest";
import { loadConfig, readConfig } from "../../src/sync/wire/config.ts";

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

test.each([
  ["HTTPS://API.Example.com:443/V1/", "https://api.example.com/V1"],
  ["https://api.example.com", "https://api.example.com"],
])("[CONF-1, SYNC-9] %s is one host with %s: the cache is named by it", (host, one) => {
  expect(readConfig(JSON.stringify({ host }))).toMatchObject({ is: "ok", config: { host: one } });
});

test.each([500, 502, 503, 504, 403])("[CONF-1] a %i is no wrong field, and no reason to guess a host", async (status) => {
  vi.stubGlobal("fetch", async () => new Response("<h1>no</h1>", { status }));
  expect(await loadConfig()).toEqual({ is: "withheld", status });
});

test("[CONF-1] without a file, and without a network, the defaults hold", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  expect(await loadConfig()).toMatchObject({ is: "ok", config: { host: "" } });
  vi.stubGlobal("fetch", gone);
  vi.stubGlobal("navigator", { onLine: false });
  expect(await loadConfig()).toMatchObject({ is: "ok", config: { host: "" } });
});

test("[CONF-1] a request that is blocked or fails while there is a network is no missing file: the defaults may be another host's", async () => {
  vi.stubGlobal("fetch", gone);
  vi.stubGlobal("navigator", { onLine: true });
  expect(await loadConfig()).toEqual({ is: "withheld", status: undefined });
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

/** A fake of Cache Storage, as far as the settings use it. */
function keepIn(kept: Map<string, string>): void {
  const cache = {
    put: async (url: string, response: Response) => void kept.set(url, await response.text()),
    match: async (url: string) => (kept.has(url) ? new Response(kept.get(url)) : undefined),
  };
  vi.stubGlobal("caches", { open: async () => cache });
}

const html = { "content-type": "text/html; charset=utf-8" };
const good = '{"host":"https://api.example.com"}';

const gone = (): Promise<Response> => Promise.reject(new TypeError("Failed to fetch"));

type Server = (request: RequestInit) => Response | Promise<Response>;

/** Starts once per answer of the server to config.json. */
const startWith = (...answers: readonly Server[]) => startKeeping(new Map(), answers);

async function startKeeping(kept: Map<string, string>, answers: readonly Server[]) {
  keepIn(kept);
  const found = [];
  for (const answer of answers) {
    vi.stubGlobal("fetch", async (_: string, request: RequestInit) => answer(request));
    found.push(await loadConfig());
  }
  return { found, kept: kept.get("/config.json") };
}

/** Like a browser: an unfollowed redirect is opaque, and one followed to another origin can't be read. */
const toAnotherOrigin: Server = ({ redirect }) => {
  if (redirect === "follow") return gone();
  const answer = Response.error();
  Object.defineProperty(answer, "type", { value: "opaqueredirect" });
  return answer;
};

test.each<[string, Server, boolean]>([
  ["a portal's page with 200", () => new Response("<html>Welcome to the hotel</html>", { headers: html }), true],
  ["a portal's page that says no type", () => new Response("  <!doctype html><p>Pay here"), true],
  ["a challenge page", () => new Response("<h1>Are you human?</h1>", { status: 403, headers: html }), true],
  ["a challenge with the status of a dead host", () => new Response("", { status: 503, headers: { "cf-mitigated": "challenge" } }), true],
  ["a redirect to another origin", toAnotherOrigin, true],
  ["a gateway that can't reach the server", () => new Response("<h1>Bad gateway</h1>", { status: 502, headers: html }), false],
  ["a server that is unwell", () => new Response("no", { status: 500 }), false],
  ["no network", gone, false],
  ["a server whose files are being replaced", () => new Response("no", { status: 404 }), false],
  ["the app's own page, which comes for any missing file,", () => new Response("<title>Counterfoil</title>", { headers: html }), false],
])("[CONF-1, PWA-2] %s doesn't replace the settings that were kept, which hold for that start and the next", async (_, bad, gateway) => {
  const { found, kept } = await startWith(() => new Response(good), bad, gone);
  expect(found).toMatchObject([{ is: "ok" }, { is: "ok", gateway, config: { host: "https://api.example.com" } }, { is: "ok" }]);
  expect(found[2]).toMatchObject({ config: { host: "https://api.example.com" } });
  expect(kept).toBe(good);
});

test.each(['{"hots":"https://api.example.com"}', "OK", "[]", '{"host":"https://api.ex'])(
  "[CONF-1] %s stops the app and is not kept",
  async (text) => {
    const { found, kept } = await startWith(
      () => new Response(good),
      () => new Response(text),
      gone,
    );
    expect(found).toMatchObject([{ is: "ok" }, { is: "broken" }, { is: "ok", config: { host: "https://api.example.com" } }]);
    expect(kept).toBe(good);
  },
);

test.each<[string, Server]>([
  ["no network", gone],
  ["no file", () => new Response("no", { status: 404 })],
])(
  "[CONF-1, PWA-2] with %s, settings that were kept and can't be read give no way to the defaults, which are of another host",
  async (_, bad) => {
    const later = '{"host":"https://api.example.com","fromALaterVersion":true}';
    const { found, kept } = await startKeeping(new Map([["/config.json", later]]), [bad]);
    expect(found).toEqual([{ is: "broken", field: "fromALaterVersion", problem: "is not a known field" }]);
    expect(kept).toBe(later);
  },
);

test("[CONF-1] settings that were kept and can't be read replace nothing that is told of the server", async () => {
  const { found } = await startKeeping(new Map([["/config.json", "{"]]), [
    () => new Response("no", { status: 500 }),
    () => new Response("<p>Sign in</p>", { headers: html }),
    () => new Response(good),
    gone,
  ]);
  expect(found).toMatchObject([{ is: "withheld", status: 500 }, { is: "gateway", status: 200 }, { is: "ok" }, { is: "ok" }]);
});

test.each([200, 204])("[CONF-1] an empty %i is no file: the settings that were kept hold, and a first start says so", async (status) => {
  const empty = () => new Response(status === 200 ? "\n" : null, { status });
  const { found } = await startWith(empty, () => new Response(good), empty);
  expect(found).toMatchObject([{ is: "withheld", status }, { is: "ok" }, { is: "ok", config: { host: "https://api.example.com" } }]);
});

test("[CONF-1] a gateway is told apart from a dead host at a first start, too", async () => {
  const { found } = await startWith(() => new Response("<p>Sign in</p>", { headers: html }), toAnotherOrigin);
  expect(found).toEqual([
    { is: "gateway", status: 200 },
    { is: "gateway", status: undefined },
  ]);
});

test("[CONF-1] the app's own page in the place of config.json means that there is none: the defaults hold where none was kept", async () => {
  const { found } = await startWith(() => new Response("<!doctype html><title>Counterfoil</title>", { headers: html }));
  expect(found).toMatchObject([{ is: "ok", config: { host: "" } }]);
});

test("[CONF-1, PWA-2] beside a server without the file the app starts while that is down, too, and takes a later file", async () => {
  vi.stubGlobal("navigator", { onLine: true });
  const { found } = await startWith(
    () => new Response("no", { status: 404 }),
    gone,
    () => new Response(good),
    gone,
  );
  expect(found).toMatchObject(
    ["", "", "https://api.example.com", "https://api.example.com"].map((host) => ({ is: "ok", config: { host } })),
  );
});

test("[CONF-1, PWA-2] a start doesn't wait longer than 3 s for a server of which it has kept the settings; a late answer is kept for the next", async () => {
  vi.useFakeTimers();
  let resolve: (answer: Response) => void = () => {};
  const promise = new Promise<Response>((done) => (resolve = done));
  const kept = new Map([["/config.json", good]]);
  keepIn(kept);
  vi.stubGlobal("fetch", () => promise);
  const loading = loadConfig();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await loading).toMatchObject({ is: "ok", config: { host: "https://api.example.com" } });
  resolve(new Response('{"host":"https://new.example.com"}'));
  await vi.advanceTimersByTimeAsync(0);
  vi.useRealTimers();
  await expect.poll(() => kept.get("/config.json")).toContain("new.example.com");
});

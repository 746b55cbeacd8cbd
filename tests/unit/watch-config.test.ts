import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { watchConfig } from "../../src/sync/wire/watch-config.ts";
import { HandClock } from "../support/hand-clock.ts";

const hour = 3_600_000;
afterEach(() => void vi.unstubAllGlobals());

/** A page that began with these settings; `look` lets an hour pass with this answer, and returns how often another file was told. */
function begin(settings: object) {
  const clock = new HandClock();
  const onOther = vi.fn<() => void>();
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  watchConfig({ config: v.parse(config, settings), clock }, stop.signal, onOther);
  const look = async (answer: () => Promise<Response>): Promise<number> => {
    const fetched = vi.fn<typeof fetch>(answer);
    vi.stubGlobal("fetch", fetched);
    clock.pass(hour);
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled());
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    return onOther.mock.calls.length;
  };
  return { look };
}

const file = (settings: object) => async () => Response.json(settings);

test("[CONF-1] a page that stays open learns of another config.json within an hour, and not of the same in other words", async () => {
  const { look } = begin({ host: "https://api.example.com", events: "/events" });
  expect(await look(file({ events: "/events", host: "https://API.example.com:443/" }))).toBe(0);
  expect(await look(file({ host: "https://api.example.com", events: "/events", idempotencyHeader: "Idempotency-Key" }))).toBe(1);
});

test.each<[string, () => Promise<Response>]>([
  ["nothing", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["no file", async () => new Response("", { status: 404 })],
  ["an error", async () => new Response("{}", { status: 503 })],
  ["a page", async () => new Response("<h1>Sign in</h1>", { headers: { "content-type": "text/html" } })],
  ["a file that this version can't read", file({ host: "https://other.example", later: true })],
])("[CONF-1] %s in the place of config.json is no other one", async (_, answer) => {
  expect(await begin({ host: "https://api.example.com" }).look(answer)).toBe(0);
});

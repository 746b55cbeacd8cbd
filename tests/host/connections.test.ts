import { EventEmitter, once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { listen, stopListening } from "../../host/listen.ts";
import { wholeLog } from "./support/audit.ts";
import { openTestHost } from "./support/test-host.ts";

test("[HOST-2] a host that is told to end answers what runs, and takes nothing more on a connection that was open", async () => {
  const mail = new EventEmitter();
  const box = await openTestHost({
    publicUrl: "https://desk.example",
    sendMail: async () => {
      mail.emit("begun");
      await once(mail, "sent");
    },
  });
  await box.tokenFor("super_admin");
  const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (method: string, path: string, body?: object): Promise<[number | undefined, string | undefined]> => {
    const asked = request({ port, agent, method, path });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer]: IncomingMessage[] = await once(asked, "response");
    if (answer !== undefined) await text(answer);
    return [answer?.statusCode, answer?.headers.connection];
  };
  expect(await ask("GET", "/healthz")).toEqual([200, "keep-alive"]);
  const begun = once(mail, "begun");
  const running = ask("POST", "/reset-password", { email: "super_admin1@example.com" });
  await begun;
  const stopped = stopListening(server);
  mail.emit("sent");
  expect(await running).toEqual([200, "close"]);
  await stopped;
  await expect(ask("GET", "/healthz")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  agent.destroy();
  await box.close();
}, 60_000);

test("[HOST-1] a connection stays open for longer than a proxy keeps it to send the next request on", async () => {
  const box = await openTestHost();
  const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
  const agent = new Agent({ keepAlive: true });
  const asked = request({ port, agent, path: "/healthz" }).end();
  const [answer]: IncomingMessage[] = await once(asked, "response");
  // AWS's load balancers and nginx: 60 s; Google's: 600 s.
  expect(Number(/timeout=(\d+)/.exec(String(answer?.headers["keep-alive"]))?.[1])).toBeGreaterThan(600);
  agent.destroy();
  await stopListening(server);
  await box.close();
}, 60_000);

test.each([
  ["of a known length", { "Content-Length": 100 }],
  ["sent in chunks", { "Transfer-Encoding": "chunked" }],
])(
  "[HOST-4] a request cut off in the middle of its body, %s, is refused, and no failure of the host",
  async (_, framing) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const box = await openTestHost();
    const token = await box.tokenFor("super_admin");
    const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
    const headers = { Authorization: `Bearer ${token}`, ...framing };
    const asked = request({ port, method: "PUT", path: "/admin/settings", headers });
    asked.on("error", () => {});
    const came = once(server, "request");
    asked.write('{"emailNotif');
    await came;
    asked.destroy();
    await vi.waitFor(async () => {
      const last = (await wholeLog(box.host.deps.db)).at(-1);
      expect(last).toMatchObject({ action: "saveSettings", outcome: "refused", status: 400, message: "The body broke off" });
    });
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
    await stopListening(server);
    await box.close();
  },
  60_000,
);

test("[HOST-4] nothing is read of a body whose sender isn't signed in, and no more than 1 MB of one who may not send it", async () => {
  const box = await openTestHost();
  const token = await box.tokenFor("moderator");
  const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
  const statusWhileSending = async (headers: Record<string, string>, sent: string) => {
    const asked = request({
      port,
      method: "POST",
      path: "/admingiftcard/rates/bulk",
      headers: { ...headers, "Transfer-Encoding": "chunked" },
    });
    asked.on("error", () => {});
    asked.write(sent);
    const [answer]: IncomingMessage[] = await once(asked, "response");
    asked.destroy();
    return answer?.statusCode;
  };
  expect(await statusWhileSending({}, "{")).toBe(401);
  expect(await statusWhileSending({ Authorization: `Bearer ${token}` }, " ".repeat(2 * 1024 * 1024))).toBe(403);
  await stopListening(server);
  await box.close();
}, 30_000);

test("[HOST-4] a trusted proxy's word for an address is taken without the port, which each connection has another of", async () => {
  const box = await openTestHost();
  const { server, port } = await listen(box.host, 0, "127.0.0.1", true);
  const addressFor = async (forwarded: string): Promise<unknown> => {
    const headers = { "X-Forwarded-For": forwarded };
    await fetch(`http://127.0.0.1:${port}/adminsignin/signin`, { method: "POST", headers, body: "{}" });
    return (await wholeLog(box.host.deps.db)).at(-1)?.address;
  };
  expect(await addressFor("192.0.2.7")).toBe("192.0.2.7");
  expect(await addressFor("203.0.113.9, 192.0.2.8:51022")).toBe("192.0.2.8");
  expect(await addressFor("[2001:db8:1::7]:51022")).toBe("2001:db8:1::7");
  expect(await addressFor("[2001:db8:2::7]")).toBe("2001:db8:2::7");
  expect(await addressFor("2001:db8:3::7")).toBe("2001:db8:3::7");
  await stopListening(server);
  await box.close();
}, 60_000);

test("[HOST-4] what is no request, or has too long a head, is refused in words", async () => {
  const box = await openTestHost();
  const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
  const ask = async (sent: string): Promise<string> => {
    const socket = connect(port, "127.0.0.1").end(sent);
    return text(socket);
  };
  const long = "x".repeat(40_000);
  for (const [sent, status, message] of [
    [`GET /analytics/filter?searchTerm=${long} HTTP/1.1\r\nHost: localhost\r\n\r\n`, 431, "too long"],
    [`GET /config.json HTTP/1.1\r\nHost: localhost\r\nX-Long: ${long}\r\n\r\n`, 431, "too long"],
    ["\u0016\u0003\u0001", 400, "no HTTP request"],
    ["POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400, "no HTTP request"],
    [
      "POST /register HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
      "no HTTP request",
    ],
  ] as const) {
    const [head = "", body = ""] = (await ask(sent)).split("\r\n\r\n");
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ success: false, message: expect.stringContaining(message) });
  }
  await stopListening(server);
  await box.close();
}, 60_000);

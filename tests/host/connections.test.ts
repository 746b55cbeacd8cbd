import { EventEmitter, once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
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

test("[HOST-4] a request whose sender is cut off in the middle of its body is refused, and no failure of the host", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const box = await openTestHost();
  const token = await box.tokenFor("super_admin");
  const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
  const headers = { Authorization: `Bearer ${token}`, "Content-Length": 100 };
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
}, 60_000);

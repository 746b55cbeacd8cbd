import { EventEmitter, once } from "node:events";
import type { TestHost } from "./test-host.ts";

/** A call whose headers have let it in while its body is still to come. Returns how to send the body, and so get the answer. */
export async function begun(
  box: TestHost,
  line: string,
  token: string,
  body: object,
): Promise<() => Promise<{ status: number; body: unknown }>> {
  const [method = "", path = ""] = line.split(" ");
  const content = new TextEncoder().encode(JSON.stringify(body));
  const events = new EventEmitter();
  const reading = once(events, "reading");
  const late = new ReadableStream<Uint8Array>(
    {
      pull: async (sink) => {
        events.emit("reading");
        await once(events, "sent");
        sink.enqueue(content);
        sink.close();
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { Authorization: `Bearer ${token}`, "Content-Length": String(content.length) };
  const init = { method, headers, body: late, duplex: "half" };
  const answer = Promise.resolve(box.host.app.request(path, init, { address: "192.0.2.1", localOrigin: "http://localhost" }));
  await reading;
  return async () => {
    events.emit("sent");
    const response = await answer;
    const said: unknown = await response.json();
    return { status: response.status, body: said };
  };
}

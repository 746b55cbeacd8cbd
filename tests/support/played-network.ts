import { type PlayedCalls, receivedCall } from "./played-calls.ts";
import { delayed } from "./random-delays.ts";

/** A fake network. A silent host's request never settles until aborted; after the test nothing arrives, as the page is gone. */
export function networkTo(host: PlayedCalls, config: object | (() => Promise<Response>), over: AbortSignal): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).pathname === "/config.json") return typeof config === "function" ? config() : Response.json(config);
    const sent = await request.text();
    const answer = await host.answer(
      receivedCall(request.method, request.url, sent || null, request.headers.get("authorization") ?? undefined),
    );
    await delayed();
    if (over.aborted) return new Promise(() => {});
    if (answer.is === "cut") throw new TypeError("Failed to fetch");
    if (answer.is === "silence")
      return new Promise((_, reject) => {
        request.signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    return new Response(answer.body ?? JSON.stringify(answer.json ?? {}), {
      status: answer.status ?? 200,
      headers: { "content-type": answer.contentType ?? "application/json", ...answer.headers },
    });
  };
}

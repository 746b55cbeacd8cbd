import type { Life } from "./sim-tabs.ts";

/** A request's fate. */
export const fates = [
  "answered",
  "loss before",
  "loss after",
  "cut body",
  "502 before",
  "502 after",
  "html",
  "408 after",
  "429",
  "401",
  "slow",
] as const;
/**
 * "429 after": the browser repeated a request that succeeded, and the repeat is refused. "… page", "404 text": something on the way
 * refuses it.
 */
export type Fate = (typeof fates)[number] | "429 after" | "401 page" | "403 page" | "404 text";

const json = (status: number, value: unknown): Response =>
  new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json" } });
const html = (status: number): Response => new Response("<h1>Gateway</h1>", { status, headers: { "content-type": "text/html" } });

/** A simulated host that executes every order it receives, and records it. */
export class SimMoneyHost {
  /** How often each order (by email) was executed, and how many requests for it left a device. */
  readonly deeds = new Map<string, number>();
  readonly requests = new Map<string, number>();
  /** Executed orders in sequence, each with its key. */
  readonly ledger: { readonly order: string; readonly key: string | null; readonly amount: number }[] = [];
  /** Whether it is unreachable. */
  isDown = false;
  readonly #answers = new Map<string, Response>();
  /** Keys closed before they were used (KEY-1). */
  readonly #closed = new Set<string>();
  /** Chosen by the test for each request. */
  fate: (order: string) => Fate = () => "answered";
  /** Orders it refuses, by HTTP status; 200 means `success: false`. */
  readonly refuses = new Map<string, number>();
  /** Called for the fate "slow": should let more than a minute pass. */
  whileSlow: () => Promise<void> = async () => {};
  /** Called when a request is sent. */
  onRequest: (order: string) => Promise<void> = async () => {};

  #do(order: string, key: string | null, amount: number): Response {
    const known = key === null ? undefined : this.#answers.get(key);
    if (known) return known.clone();
    if (key !== null && this.#closed.has(key)) return json(409, { success: false, message: "This attempt was closed" });
    const refusal = this.refuses.get(order);
    if (refusal === undefined) {
      this.deeds.set(order, (this.deeds.get(order) ?? 0) + 1);
      this.ledger.push({ order, key, amount });
    }
    const answer =
      refusal === undefined
        ? json(200, { success: true, message: `done ${order}`, data: { newBalance: 1 } })
        : json(refusal, { success: false, message: `refused ${order}` });
    if (key !== null) this.#answers.set(key, answer.clone());
    return answer;
  }

  /** The outcome of a key; closes one it hasn't seen. */
  async #close(key: string): Promise<Response> {
    const at = new Date(0).toISOString();
    const known = this.#answers.get(key)?.clone();
    if (!known) this.#closed.add(key);
    const end = known && { state: known.ok ? "done" : "refused", status: known.status, at, answer: await known.json() };
    return json(200, { success: true, data: end ?? { state: "never", at } });
  }

  /** One request of a tab; the tab may die before it is sent or before the answer is read. */
  async receive(life: Life, request: Request): Promise<Response> {
    await life.point();
    if (this.isDown) throw new TypeError("fetch failed");
    if (request.method === "HEAD" || request.method === "GET") return json(405, { message: "no" });
    const asked = /\/([^/]+)\/close$/.exec(new URL(request.url).pathname)?.[1];
    if (asked !== undefined) {
      const told = await this.#close(asked);
      await life.point();
      return told;
    }
    const { email, amount } = (await request.json()) as { email: string; amount: number };
    const fate = this.fate(email);
    await this.onRequest(email);
    this.requests.set(email, (this.requests.get(email) ?? 0) + 1);
    const key = request.headers.get("idempotency-key");
    const answer = this.#meet(fate, email, key, amount);
    if (fate === "slow") await this.whileSlow();
    await life.point();
    if (answer === "lost") throw new TypeError("fetch failed");
    return answer;
  }

  #meet(fate: Fate, email: string, key: string | null, amount: number): Response | "lost" {
    if (fate === "loss before") return "lost";
    if (fate === "502 before") return html(502);
    if (fate === "429") return json(429, { message: "too many" });
    if (fate === "401 page" || fate === "403 page") return html(fate === "401 page" ? 401 : 403);
    if (fate === "404 text") return new Response("404 page not found", { status: 404, headers: { "content-type": "text/plain" } });
    if (fate === "401") return json(401, { message: "who are you" });
    const answer = this.#do(email, key, amount);
    switch (fate) {
      case "answered":
      case "slow":
        return answer;
      case "loss after":
        return "lost";
      case "cut body":
        return new Response('{"success":tr', { status: 200 });
      case "502 after":
        return html(502);
      case "429 after":
        return json(429, { message: "too many" });
      case "408 after":
        return html(408);
      case "html":
        return html(200);
    }
  }
}

import type { BrowserContext, Request, Route } from "@playwright/test";
import { PlayedCalls, receivedCall } from "../played-calls.ts";

/** The app's own files have an extension, calls have none. */
const isFile = (url: URL): boolean => /\.[a-z0-9]+$/i.test(url.pathname);

const isCall = (request: Request): boolean => ["fetch", "xhr"].includes(request.resourceType()) && !isFile(new URL(request.url()));

/** Plays the host for the pages of a browser context. */
export class PlayedHost extends PlayedCalls {
  #isCutOff = false;

  /** Takes the network away from the pages, and the played host, which needs none, with it. */
  async cutOff(context: BrowserContext, isCutOff = true): Promise<void> {
    this.#isCutOff = isCutOff;
    await context.setOffline(isCutOff);
  }

  /** Stands between the pages of the context and the network from now on. */
  async attach(context: BrowserContext): Promise<void> {
    await context.route(
      (url) => !isFile(url),
      (route) => (isCall(route.request()) ? this.#play(route) : route.fallback()),
    );
  }

  async #play(route: Route): Promise<void> {
    if (this.#isCutOff) return route.abort("internetdisconnected");
    const request = route.request();
    const answer = await this.answer(receivedCall(request.method(), request.url(), request.postData(), request.headers()["authorization"]));
    if (answer.is === "silence") return;
    if (answer.is === "cut") return route.abort("connectionreset");
    return route.fulfill({
      status: answer.status ?? 200,
      contentType: answer.contentType ?? "application/json",
      body: answer.body ?? JSON.stringify(answer.json ?? {}),
      ...(answer.headers && { headers: answer.headers }),
    });
  }
}

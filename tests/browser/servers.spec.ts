import type { Page } from "@playwright/test";
import { untilShellIsKept } from "../support/browser/shell.ts";
import {
  type StaticServer,
  documented,
  sendApp,
  serve,
  serveBehindGateway,
  serveByNginx,
  servePrettyUrls,
  serveSinglePage,
} from "../support/browser/static-servers.ts";
import { testWithShell as base, expect } from "../support/browser/test.ts";

const test = base.extend<{
  readonly use: <S extends StaticServer>(start: () => Promise<S>, origins?: (server: S) => string[]) => Promise<S>;
}>({
  // Started by the test, stopped after it.
  use: async ({ allowedOrigins }, give) => {
    const started: StaticServer[] = [];
    await give(async (start, origins) => {
      const server = await start();
      started.push(server);
      allowedOrigins.push(server.origin, ...(origins?.(server) ?? []));
      return server;
    });
    await Promise.all(started.map((server) => server.stop().catch(() => undefined)));
  },
});

const welcome = (page: Page) => page.getByRole("heading", { name: "Welcome back!" });

/** Every address of the app starts without the server, from the service worker. */
async function expectStartsWithout(page: Page, { origin }: StaticServer): Promise<void> {
  for (const path of ["/", "/users", "/login"]) {
    await page.goto(origin + path);
    await expect(welcome(page)).toBeVisible();
  }
}

test("[PWA-2, CONF-1] from each kind of server the app installs, and starts once the server is gone", async ({ page, use }) => {
  for (const [name, start] of [
    ["nginx with the configuration of docs/deploy.md", serveByNginx],
    ["`serve -s`", serveSinglePage],
    ["a static host with pretty URLs", servePrettyUrls],
  ] as const)
    await test.step(name, async () => {
      const server = await use(start);
      await page.goto(`${server.origin}/login`);
      await expect(welcome(page)).toBeVisible();
      await untilShellIsKept(page);
      await server.stop();
      await expectStartsWithout(page, server);
    });
});

test("[CONF-1, PWA-2] an installed app asks the host that config.json and the policy name by now, without a new build", async ({
  browser,
  use,
}) => {
  const asked: string[] = [];
  const answering = (name: string) => () =>
    serve((_, response) => {
      asked.push(name);
      response.writeHead(200, { "access-control-allow-origin": "*", "access-control-allow-headers": "*" }).end();
    });
  const hosts = [await use(answering("old")), await use(answering("new"))] as const;
  let [host]: readonly StaticServer[] = hosts;
  const [policy = ""] = (await documented("Content-Security-Policy")).split("\n");
  const site = await use(() =>
    serve((request, response) => {
      response.setHeader("content-security-policy", policy.replace(/.*?: /, "").replace("https://host.example", host?.origin ?? ""));
      if (request.url === "/config.json")
        response.setHeader("content-type", "application/json").end(JSON.stringify({ host: host?.origin }));
      else void sendApp(request, response);
    }),
  );
  // Unwatched: the kept policy is violated once.
  const page = await browser.newPage();
  await page.goto(`${site.origin}/login`);
  await untilShellIsKept(page);
  await page.reload();
  await expect.poll(() => asked).toContain("old");
  [, host] = hosts;
  await page.goto(`${site.origin}/login`);
  await expect(welcome(page)).toBeVisible();
  await expect.poll(() => asked, { timeout: 30_000 }).toContain("new");
  await page.close();
});

test("[PWA-2] what nginx with the configuration of docs/deploy.md has no file for is kept by no cache on the way", async ({
  page,
  use,
}) => {
  const { origin } = await use(serveByNginx);
  const gone = await page.request.get(`${origin}/assets/gone-abc123.js`);
  expect([gone.status(), gone.headers()["cache-control"]]).toEqual([404, undefined]);
});

test("[PWA-2] a file that was once answered with a portal's page is kept as the build made it, or the install is tried again", async ({
  page,
  use,
}) => {
  await page.clock.install();
  let isPortal = true;
  const caught = new Set<string>();
  const server = await use(() =>
    serve((request, response) => {
      const path = request.url ?? "/";
      // The portal answers the worker's requests for files with a page, which a cache may keep indefinitely.
      if (isPortal && request.headers["sec-fetch-dest"] === "empty" && path !== "/config.json") {
        caught.add(path);
        response.setHeader("content-type", "text/html").setHeader("cache-control", "public, max-age=31536000, immutable");
        response.end("<!doctype html><title>Hotel</title>");
      } else void sendApp(request, response);
    }),
  );
  await page.goto(`${server.origin}/login`);
  await expect(welcome(page)).toBeVisible();
  await page.clock.runFor(6000);
  await expect.poll(() => caught.size, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing ?? "none")).toBe("none");
  isPortal = false;
  await page.clock.runFor(20_000);
  await untilShellIsKept(page);
  const types = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.startsWith("shell-")) ?? "";
    const cache = await caches.open(name);
    const kept = await Promise.all((await cache.keys()).map(async (request) => [request.url, await cache.match(request)] as const));
    return kept.filter(([url]) => url.endsWith(".js")).map(([, answer]) => answer?.headers.get("content-type"));
  });
  expect(new Set(types)).toEqual(new Set(["text/javascript"]));
  await server.stop();
  await expectStartsWithout(page, server);
});

test("[PWA-2, CONF-1] a gateway whose session has ended is named, and its sign-in is one click away, past the worker; without a config.json its answer in the place of one stops the app", async ({
  page,
  use,
}) => {
  const gateway = await use(serveBehindGateway, ({ desk }) => [desk]);
  await page.goto(`${gateway.origin}/login`);
  await page.getByRole("link", { name: "Let me in" }).click();
  await expect(welcome(page)).toBeVisible();
  await untilShellIsKept(page);
  gateway.endSessions();
  for (const path of ["/login", "/"]) {
    await page.goto(gateway.origin + path);
    await expect(welcome(page)).toBeVisible();
    await expect(page.getByText("Something in front of the server answers in its place")).toBeVisible();
  }
  await page.getByRole("button", { name: "Open its page" }).click();
  await expect(page.getByRole("link", { name: "Let me in" })).toBeVisible();
  // Meanwhile the app starts in another tab, from the cache.
  const other = await page.context().newPage();
  await other.goto(gateway.origin);
  await expect(other.getByText("Something in front of the server answers in its place")).toBeVisible();
  const isRegistered = () =>
    other.evaluate(async () => (await navigator.locks.query()).held?.some(({ name = "" }) => name.startsWith("counterfoil-page")));
  await expect.poll(isRegistered).toBe(true);
  await page.getByRole("link", { name: "Let me in" }).click();
  await expect(welcome(page)).toBeVisible();
  await expect(page).toHaveURL(`${gateway.origin}/login`);
  await other.close();
  await expect.poll(() => page.evaluate(async () => (await (await caches.open("settings")).match("/step-aside")) === undefined)).toBe(true);
  await expect(page.getByText("Something in front of the server")).toBeHidden();
  // As before: the worker answers, whatever the gateway would.
  gateway.endSessions();
  await page.reload();
  await expect(welcome(page)).toBeVisible();

  // As at a first start.
  await page.evaluate(async () => (await caches.open("settings")).delete("/config.json"));
  await page.reload();
  await expect(page.getByRole("alert")).toContainText("sent on to another site");
  await page.getByRole("button", { name: "Open its page" }).click();
  await page.getByRole("link", { name: "Let me in" }).click();
  await expect(welcome(page)).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await (await caches.open("settings")).match("/step-aside")) === undefined)).toBe(true);
  await gateway.stop();
  await expectStartsWithout(page, gateway);
});

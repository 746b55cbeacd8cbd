import { createHash } from "node:crypto";
import { createServer, request as ask, type Server } from "node:http";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { build, preview } from "vite";
import { needChromium } from "../scripts/chromium.mjs";
import { root } from "../scripts/run.mjs";
import { HostProcess } from "../tests/support/browser/host-process.ts";
import { neverLocks } from "../tests/support/browser/never-locks.ts";
import { untilShellIsKept } from "../tests/support/browser/shell.ts";
import { signInAt } from "../tests/support/browser/truth.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** By then the app has done its deferred work and writes after the first row, in ms. */
const settleMs = 5000;

/** A proxy for the host that can delay its answers; built files aren't delayed. */
async function standBefore(host: HostProcess, late: { ms: number }): Promise<{ server: Server; origin: string }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = "/" } = incoming;
    const isBuilt = /^\/(assets\/|$|index\.html|worker\.js|[\w-]+\.(svg|png|webmanifest)$)/.test(url);
    setTimeout(
      () => {
        const onward = ask(host.origin + url, { method, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        });
        onward.on("error", () => outgoing.destroy());
        incoming.pipe(onward);
      },
      isBuilt ? 0 : late.ms,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  // It listens on a port, so the address is no pipe name.
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** The host's headers on every page except its type: some cost a browser time, such as a process of the page's own. */
async function pageHeaders(app: string): Promise<Record<string, string>> {
  const { headers } = await fetch(app);
  return Object.fromEntries([...headers].filter(([name]) => /policy|agent-cluster|^x-/.test(name)));
}

const digestOf = (content: Buffer | string): string => createHash("sha256").update(content).digest("base64");

/**
 * Serves the bare page in place of index.html and its first script; the rest of the build, headers and service worker included, is
 * unchanged.
 */
export async function serveBare(home: string, app: string): Promise<{ close: () => Promise<void>; origin: string }> {
  const outDir = join(home, "bare");
  await cp(join(root, "dist/app"), outDir, { recursive: true });
  const assets = await readdir(join(outDir, "assets"));
  const script = assets.find((name) => name.startsWith("theme-")) ?? "";
  const page = (await readFile(here("bare/index.html"), "utf8")).replace("/bare.js", `/assets/${script}`);
  let worker = await readFile(join(outDir, "worker.js"), "utf8");
  // The worker only keeps files whose digest matches the build's.
  for (const [path, content] of [
    ["index.html", page],
    [`assets/${script}`, await readFile(here("bare/bare.js"))],
  ] as const) {
    worker = worker.replace(digestOf(await readFile(join(outDir, path))), digestOf(content));
    await writeFile(join(outDir, path), content);
  }
  await writeFile(join(outDir, "worker.js"), worker);
  const server = await preview({
    configFile: false,
    root: home,
    build: { outDir },
    preview: { port: 0, headers: await pageHeaders(app) },
    logLevel: "error",
  });
  return { close: () => server.close(), origin: (server.resolvedUrls?.local[0] ?? "").replace(/\/$/, "") };
}

/** Bundles a module of bench/page into one script that can be injected. */
export async function pageScript(file: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib: { entry: here(`page/${file}`), formats: ["iife"], name: "bench" } },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !("output" in output)) throw new Error(`${file} was not built`);
  return output.output[0].code;
}

/** The built app behind its host, the bare page beside it, and a browser that has visited both. */
export interface Stage {
  readonly app: string;
  readonly bare: string;
  readonly context: BrowserContext;
  /** Restarts the browser with the same profile. */
  reopen(): Promise<void>;
  readonly browserVersion: string;
  /** Delay of the host's answers. */
  readonly late: { ms: number };
  /** Opens the app as an admin does, long enough for it to save what the next start shows. */
  visit(): Promise<void>;
  /** Saves the app's current screen as a page without script or cache (bench/page/still.ts); resolves to its address. */
  keepStill(): Promise<string>;
  /** Runs on a page of the app's origin that hasn't loaded the app. */
  besideApp<T>(run: (page: Page) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** Sets everything up: a host with some transactions, a signed-in admin, both shells cached. */
export async function setStage(bareRows: number): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const late = { ms: 0 };
  const host = await HostProcess.start({ dataDir: join(home, "data"), args: ["--users=500", "--transactions=300"] });
  const front = await standBefore(host, late);
  const bare = await serveBare(home, front.origin);
  const executablePath = await needChromium();
  const openBrowser = async (): Promise<BrowserContext> => {
    const opened = await chromium.launchPersistentContext(join(home, "browser"), {
      executablePath,
      viewport: { width: 1440, height: 900 },
      args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    });
    // tsx wraps functions in a `__name` helper, which pages lack.
    await opened.addInitScript("globalThis.__name = (named) => named");
    return opened;
  };
  let context = await openBrowser();
  const fill = await pageScript("fill.ts");
  const session = await signInAt(host);

  const besideApp = async <T>(run: (page: Page) => Promise<T>): Promise<T> => {
    const page = await context.newPage();
    try {
      await page.goto(`${front.origin}/icon.svg`);
      await page.evaluate(fill);
      return await run(page);
    } finally {
      await page.close();
    }
  };
  await besideApp(async (page) => {
    await page.evaluate(({ token, user }) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    }, session);
    // A run takes longer than the idle lock waits, and a locked app draws no first sight.
    await neverLocks(page, session);
  });
  const inApp = async <T>(run: (page: Page) => Promise<T>): Promise<T> => {
    const page = await context.newPage();
    try {
      await page.goto(front.origin);
      await page.getByRole("row").nth(5).waitFor();
      await untilShellIsKept(page);
      await page.waitForTimeout(settleMs);
      return await run(page);
    } finally {
      await page.close();
    }
  };
  const visit = (): Promise<void> => inApp(() => Promise.resolve());
  await visit();

  const plain = await context.newPage();
  await plain.goto(bare.origin);
  await plain.evaluate(fill);
  await plain.evaluate(`fillBare(bareRows(${bareRows}))`);
  await plain.close();

  return {
    app: front.origin,
    // With a query, the worker answers with index.html, which is the bare page here.
    bare: `${bare.origin}/?bare`,
    get context() {
      return context;
    },
    async reopen() {
      await context.close();
      context = await openBrowser();
    },
    browserVersion: context.browser()?.version() ?? "",
    late,
    visit,
    async keepStill() {
      const still = await pageScript("still.ts");
      return inApp(async (page) => {
        await page.evaluate(still);
        return front.origin + (await page.evaluate<string>("keepStill()"));
      });
    },
    besideApp,
    async end() {
      await context.close();
      front.server.closeAllConnections();
      front.server.close();
      await Promise.all([bare.close(), host.stop()]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

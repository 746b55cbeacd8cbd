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
import { untilShellIsKept } from "../tests/support/browser/shell.ts";
import { signInAt } from "../tests/support/browser/truth.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The app does what can wait, and writes what it keeps, within this time of its first row, in ms. */
const settleMs = 5000;

/** Stands before the host, so that its answers can be made late; what the build made comes at once. */
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
  // It listens on a port, so the address is not a pipe's name.
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

/** What the host says of every page besides its kind: some of it takes a browser time, a process of the page's own. */
async function pageHeaders(app: string): Promise<Record<string, string>> {
  const { headers } = await fetch(app);
  return Object.fromEntries([...headers].filter(([name]) => /policy|agent-cluster|^x-/.test(name)));
}

const digestOf = (content: Buffer | string): string => createHash("sha256").update(content).digest("base64");

/** The bare page in place of index.html and its first script, with all else of the build, its headers and its service worker as they are. */
export async function serveBare(home: string, app: string): Promise<{ close: () => Promise<void>; origin: string }> {
  const outDir = join(home, "bare");
  await cp(join(root, "dist/app"), outDir, { recursive: true });
  const assets = await readdir(join(outDir, "assets"));
  const script = assets.find((name) => name.startsWith("theme-")) ?? "";
  const page = (await readFile(here("bare/index.html"), "utf8")).replace("/bare.js", `/assets/${script}`);
  let worker = await readFile(join(outDir, "worker.js"), "utf8");
  // The worker keeps a file only with the digest that the build gave it.
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

/** A module of bench/page as one script that a page can be given. */
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

/** The built app before its host, the bare page beside it, and a browser that has visited both. */
export interface Stage {
  readonly app: string;
  readonly bare: string;
  readonly context: BrowserContext;
  /** Ends the browser and starts it anew, with what it has kept. */
  reopen(): Promise<void>;
  readonly browserVersion: string;
  /** How late the host's answers come. */
  readonly late: { ms: number };
  /** Opens the app as an admin does, for as long as it needs to keep what the next start shows. */
  visit(): Promise<void>;
  /** Keeps what the app shows now as a page of its own, without script or cache (bench/page/still.ts), and gives its address. */
  keepStill(): Promise<string>;
  /** A page of the app's origin that runs nothing of the app. */
  besideApp<T>(run: (page: Page) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

/** Builds up everything that is measured: a host with some transactions, an admin who is signed in, both shells kept. */
export async function setStage(bareRows: number): Promise<Stage> {
  const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const late = { ms: 0 };
  const host = await HostProcess.start({ dataDir: join(home, "data"), args: ["--transactions=300"] });
  const front = await standBefore(host, late);
  const bare = await serveBare(home, front.origin);
  const executablePath = await needChromium();
  const openBrowser = async (): Promise<BrowserContext> => {
    const opened = await chromium.launchPersistentContext(join(home, "browser"), {
      executablePath,
      viewport: { width: 1440, height: 900 },
      args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
    });
    // tsx names functions by a helper that a page, to which one is sent, doesn't have.
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
  await besideApp((page) =>
    page.evaluate(({ token, user }) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    }, session),
  );
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
    // With a query the worker answers with index.html, which the bare page stands in the place of.
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

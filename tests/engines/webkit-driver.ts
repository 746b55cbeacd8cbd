import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WebKit } from "../../scripts/engines.mjs";
import { type DrivenBrowser, type DrivenTab, scriptOf } from "./driver.ts";

const size = { width: 1440, height: 900 };

/** What WebDriver calls the keys that write nothing. */
const keys: Readonly<Record<string, string>> = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Control: "\uE009",
  Tab: "\uE004",
  ArrowDown: "\uE015",
  ArrowUp: "\uE013",
};

const elementKey = "element-6066-11e4-a52e-4f735466cecf";

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      // It listens on a port, so the address is not a pipe's name.
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** A session of plain W3C WebDriver; there is no client library for it. */
class Session {
  readonly #address: string;
  #current = "";

  constructor(address: string) {
    this.#address = address;
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(this.#address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error ?? ""} ${value.message ?? ""}`);
    return value;
  }

  async switchTo(handle: string): Promise<void> {
    if (handle !== this.#current) await this.call("POST", "/window", { handle });
    this.#current = handle;
  }
}

function tabOf(session: Session, handle: string): DrivenTab {
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    await session.switchTo(handle);
    return session.call<T>(method, path, body);
  };
  const act = (type: string, actions: object[], parameters?: object) =>
    call<void>("POST", "/actions", { actions: [{ type, id: type, ...(parameters && { parameters }), actions }] });
  const pointer = (...actions: object[]) => act("pointer", actions, { pointerType: "mouse" });
  const moveTo = (x: number, y: number) => ({ type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) });
  const tab: DrivenTab = {
    goto: (url) => call("POST", "/url", { url }),
    reload: () => call("POST", "/refresh", {}),
    evaluate: async (run, given) => {
      const script = `const done = arguments[arguments.length - 1]; (async () => ${scriptOf(run, given)})().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      // The page's own value, or what it threw.
      const answer = await call<{ value: never; error?: string }>("POST", "/execute/async", { script, args: [] });
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    click: (x, y) => pointer(moveTo(x, y), { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }),
    wheel: async (x, y, by) => {
      await act("wheel", [{ type: "scroll", x: Math.round(x), y: Math.round(y), deltaX: 0, deltaY: by, duration: 0 }]);
      // Without it the next wheel action moves nothing.
      await call("DELETE", "/actions");
    },
    type: (text) =>
      act(
        "key",
        text.split("").flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]),
      ),
    press: (...names) => {
      const values = names.map((name) => keys[name] ?? name);
      const down = values.map((value) => ({ type: "keyDown", value }));
      return act("key", [...down, ...values.toReversed().map((value) => ({ type: "keyUp", value }))]);
    },
    choose: async (file) => {
      const element = await call<Record<string, string>>("POST", "/element", { using: "css selector", value: "input[type=file]" });
      await call("POST", `/element/${element[elementKey] ?? ""}/value`, { text: file });
    },
    picture: async (path) => writeFile(path, Buffer.from(await call<string>("GET", "/screenshot"), "base64")),
    resize: async (width, height) => {
      // A window has its bars, and the page its height, only some time after it was opened: it is asked for until it holds.
      for (let tries = 0; tries < 20; tries += 1) {
        const [innerWidth, innerHeight] = await tab.evaluate(() => [window.innerWidth, window.innerHeight] as const);
        if (innerWidth === width && innerHeight === height) return;
        const rect = await call<{ width: number; height: number }>("GET", "/window/rect");
        await call("POST", "/window/rect", {
          x: 0,
          y: 0,
          width: rect.width + width - innerWidth,
          height: rect.height + height - innerHeight,
        });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the window never had a page of ${width} × ${height}`);
    },
  };
  return tab;
}

/** WebKitGTK's MiniBrowser on a display of its own. */
export async function launchWebKit({ driver, browser, xvfb }: WebKit): Promise<DrivenBrowser> {
  const home = await mkdtemp(join(tmpdir(), "counterfoil-webkit-"));
  // It chooses a free display by itself, and says which.
  const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1600x1400x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once("error", reject);
    screen.once("exit", (code) => reject(new Error(`Xvfb ended with code ${code}`)));
    screen.stdio[3]?.once("data", (said: Buffer) => resolve(`:${said.toString().trim()}`));
  });
  const port = await freePort();
  const service = spawn(driver, [`--port=${port}`], {
    stdio: "ignore",
    env: {
      ...process.env,
      HOME: home,
      DISPLAY: display,
      TZ: "UTC",
      // Without these the language is "C", which Intl refuses.
      LANG: "en_US.UTF-8",
      LANGUAGE: "en_US",
      // Its sandbox needs namespaces, which containers don't give.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      NO_AT_BRIDGE: "1",
    },
  });
  const end = async (): Promise<void> => {
    service.kill();
    screen.kill();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  const root = new Session(`http://127.0.0.1:${port}`);
  try {
    await answers(root);
    const { sessionId, capabilities } = await root.call<{
      sessionId: string;
      capabilities: { browserName: string; browserVersion: string };
    }>("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } } },
    });
    const session = new Session(`http://127.0.0.1:${port}/session/${sessionId}`);
    let first: string | undefined = await session.call<string>("GET", "/window");
    return {
      version: `${capabilities.browserName} ${capabilities.browserVersion}`,
      downloads: home,
      newTab: async () => {
        const handle = first ?? (await session.call<{ handle: string }>("POST", "/window/new", { type: "window" })).handle;
        first = undefined;
        const tab = tabOf(session, handle);
        await tab.resize(size.width, size.height);
        return tab;
      },
      close: async () => {
        await session.call("DELETE", "").catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Waits until the service listens. */
async function answers(session: Session): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await session.call("GET", "/status");
      return;
    } catch (error) {
      if (tries > 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

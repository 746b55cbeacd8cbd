import { setTimeout as pause } from "node:timers/promises";
import type { Hono } from "hono";
import type { HostEnv } from "../http/host-env.ts";
import { parseBody, validate } from "../http/validate.ts";
import { type Fault, Faults, faultPlan } from "./rules.ts";

/** GET and PUT the fault plan here while the switch is on. */
const controlPath = "/__faults";

/** ms; lets the first half leave before the connection breaks. */
const beforeCutMs = 50;

/** Sends half of the answer under the whole one's Content-Length, then breaks the connection. */
async function halved(answer: Response, cut: () => void): Promise<Response> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const headers = new Headers(answer.headers);
  headers.set("Content-Length", String(bytes.length));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2))),
    pull: async (controller) => {
      await pause(beforeCutMs);
      cut();
      controller.close();
    },
  });
  return new Response(body, { status: answer.status, headers });
}

const isStream = (answer: Response): boolean => answer.headers.get("Content-Type") === "text/event-stream";

const failed = (status: number): Response =>
  new Response("<html><h1>Bad gateway</h1></html>", { status, headers: { "Content-Type": "text/html" } });

/** Injects request failures, for tests and demonstrations (COUNTERFOIL_FAULTS=1; docs/host.md). */
export function faultSwitch(app: Hono<HostEnv>): void {
  let faults = new Faults({ seed: 1, rules: [] });
  const drawn: { method: string; path: string; fault: Fault["is"] }[] = [];

  app.get(controlPath, (c) => c.json({ ...faults.plan, drawn }));
  app.put(controlPath, async (c) => {
    faults = new Faults(validate(faultPlan, parseBody(await c.req.text()), "body"));
    drawn.length = 0;
    return c.json({ success: true, ...faults.plan });
  });
  app.delete(controlPath, (c) => {
    faults = new Faults({ seed: 1, rules: [] });
    return c.json({ success: true });
  });

  app.use(async (c, next) => {
    const asked = { method: c.req.method, path: c.req.path };
    const { fault, latencyMs } = faults.draw(asked);
    if (fault.is !== "none") drawn.push({ ...asked, fault: fault.is });
    if (latencyMs > 0) await pause(latencyMs);
    if (fault.is === "lossBefore") {
      c.env.cut?.();
      return failed(502);
    }
    if (fault.is === "errorBefore") return failed(fault.status);
    await next();
    // A stream has no half: let it begin, then cut it.
    if (fault.is === "cutBody" && isStream(c.res)) {
      setTimeout(() => c.env.cut?.(), beforeCutMs);
      return;
    }
    if (fault.is !== "none" && isStream(c.res)) await c.res.body?.cancel();
    if (fault.is === "lossAfter") {
      c.env.cut?.();
      c.res = failed(502);
    } else if (fault.is === "errorAfter") c.res = failed(fault.status);
    else if (fault.is === "cutBody") c.res = await halved(c.res, () => c.env.cut?.());
  });
}

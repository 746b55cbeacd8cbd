import type { BrowserContext } from "@playwright/test";

/** Violations of rules for every page, recorded as they happen. */
export interface PageWatch {
  readonly violations: readonly string[];
}

const local = new Set(["data:", "blob:", "about:", "chrome:", "chrome-error:", "devtools:"]);

/**
 * Records, in all pages of the context, every Content-Security-Policy violation, every request to an origin other than the app's
 * and `allowed` ones, and every uncaught error.
 */
export async function watchPages(context: BrowserContext, allowed: () => readonly string[]): Promise<PageWatch> {
  const violations: string[] = [];
  await context.exposeFunction("recordPolicyViolation", (what: string) => void violations.push(`policy violation: ${what}`));
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const record: unknown = Reflect.get(window, "recordPolicyViolation");
      if (typeof record === "function") record(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  context.on("console", (message) => {
    if (/content security policy|trusted ?(type|script|html)/i.test(message.text())) violations.push(`policy violation: ${message.text()}`);
  });
  context.on("weberror", (error) => violations.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (!local.has(url.protocol) && !allowed().includes(url.origin))
      violations.push(`foreign request: ${request.method()} ${request.url()}`);
  });
  return { violations };
}

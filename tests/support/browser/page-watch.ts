import type { BrowserContext } from "@playwright/test";

/** What a page must never do, written down as it happens. */
export interface PageWatch {
  readonly violations: readonly string[];
}

const local = new Set(["data:", "blob:", "about:", "chrome:", "chrome-error:", "devtools:"]);

/**
 * Records every breach of the Content-Security-Policy, every request to an origin that isn't the app's own
 * or one of `allowed`, and every error that nobody caught, in all pages of the context.
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

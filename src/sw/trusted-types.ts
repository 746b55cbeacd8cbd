/**
 * The only Trusted Types policy. Allows scripts of the page's own origin only: its service worker and the build's workers. All
 * other URLs are refused.
 */
const policyName = "counterfoil";

function checked(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  const isOurs = origin === location.origin && (pathname === "/worker.js" || /^\/(assets|src)\/[\w./-]+\.(js|ts)$/.test(pathname));
  if (!isOurs) throw new TypeError(`Not a script of this app: ${url}`);
  return url;
}

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

// Browsers without Trusted Types accept plain text.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy(policyName, { createScriptURL: checked });

/**
 * The URL of one of our worker scripts, as the browser requires it. Throws on any other URL. Typed as string, which `Worker` and
 * `Workbox` are declared to take.
 */
export const trustedScriptUrl = (url: string): string => (policy ? policy.createScriptURL(url) : checked(url));

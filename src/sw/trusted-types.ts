/**
 * The one Trusted Types policy. The page may start scripts of its own origin only: its service worker and
 * the workers that the build made. A URL that anybody else made up is refused.
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

// Browsers without Trusted Types check nothing, and take the text as it is.
const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy(policyName, { createScriptURL: checked });

/**
 * The URL of a worker script of ours, in the form that the browser wants. Throws on any other URL.
 * It is typed as text, which is what `Worker` and `Workbox` are declared to take.
 */
export const trustedScriptUrl = (url: string): string => (policy ? policy.createScriptURL(url) : checked(url));

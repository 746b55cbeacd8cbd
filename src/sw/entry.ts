/** The script that this page has started from; its name tells builds apart. Undefined on the development server's page. */
export const entry = globalThis.document?.querySelector<HTMLScriptElement>('script[type="module"][src^="/assets/"]')?.getAttribute("src");

/** Says, for as long as the page stands, that it stands on its build: the worker then keeps that build's shell. */
export function standOnBuild(): void {
  if (entry) void globalThis.navigator?.locks?.request(`counterfoil-page ${entry}`, { mode: "shared" }, () => new Promise(() => {}));
}

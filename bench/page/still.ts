const page = "/assets/still.html";
const styles = "/assets/still.css";

/** All of the page's CSS rules, with inline styles turned into classes. */
function takeStyles(top: Element): string {
  const rules = [...document.styleSheets, ...document.adoptedStyleSheets].flatMap((sheet) =>
    [...sheet.cssRules].map((rule) => rule.cssText),
  );
  const own = new Set([...top.querySelectorAll("[style]")].map((element) => element.getAttribute("style") ?? ""));
  for (const [index, style] of [...own].entries()) {
    rules.push(`.still-${index} { ${style} }`);
    for (const element of top.querySelectorAll(`[style="${style}"]`)) {
      element.classList.add(`still-${index}`);
      element.removeAttribute("style");
    }
  }
  return rules.join("\n");
}

/**
 * Saves the current screen as a static page in the shell's cache, under the app's headers: same elements, styles and fonts, no
 * script and no data to read. Resolves to its address.
 */
async function keepStill(): Promise<string> {
  const root = document.querySelector("#root");
  const name = (await caches.keys()).find((one) => one.startsWith("shell-"));
  const shell = name === undefined ? undefined : await caches.open(name);
  const home = await shell?.match("/");
  if (!shell || !home || !root?.querySelector("[aria-rowindex]")) throw new Error("there is no screen to keep");
  const still = document.implementation.createHTMLDocument();
  const top = still.importNode(root, true);
  const css = takeStyles(top);
  const { theme = "light" } = document.documentElement.dataset;
  const html = (await home.clone().text())
    .replace('<html lang="en"', `<html lang="en" data-theme="${theme}"`)
    .replace(/<script.*<\/script>/, `<link rel="stylesheet" href="${styles}" />`)
    .replace('<div id="root"></div>', () => top.outerHTML);
  await shell.put(styles, new Response(css, { headers: { "content-type": "text/css" } }));
  await shell.put(page, new Response(html, { headers: home.headers }));
  return page;
}

Object.assign(globalThis, { keepStill });

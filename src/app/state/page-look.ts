/** Settings copied for src/app/start/before-paint.ts, which runs before it can know the admin; removed with the session. */
export const copyKeys = { theme: "counterfoil.theme", density: "counterfoil.density", lockAfter: "counterfoil.lock-after" } as const;

/** Gives the page and the browser's own bars a theme. */
export function paintTheme(isDark: boolean): void {
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", isDark ? "#0d1117" : "#fbfaf7");
}

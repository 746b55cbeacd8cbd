// Before the first paint: the look that the signed-in admin chose, else the system's, so that nothing flashes.
// src/app/state/settings.ts writes these keys, and keeps the page in step from then on.
(() => {
  const root = document.documentElement;
  const chosen = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = chosen("counterfoil.theme");
  const is = theme === "light" || theme === "dark" ? theme : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  root.dataset.theme = is;
  if (chosen("counterfoil.density") === "compact") root.dataset.density = "compact";
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", is === "dark" ? "#0d1117" : "#fbfaf7");
})();

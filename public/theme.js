// Before the first paint: the look that the signed-in admin chose, else the system's, so that nothing flashes.
// src/app/state/settings.ts writes these keys, and keeps the page of a signed-in admin in step from then on.
(() => {
  const root = document.documentElement;
  const chosen = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const system = matchMedia("(prefers-color-scheme: dark)");
  const paint = () => {
    const theme = chosen("counterfoil.theme");
    const is = theme === "light" || theme === "dark" ? theme : system.matches ? "dark" : "light";
    root.dataset.theme = is;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", is === "dark" ? "#0d1117" : "#fbfaf7");
  };
  paint();
  if (chosen("counterfoil.density") === "compact") root.dataset.density = "compact";
  system.addEventListener("change", paint);
})();

// Before the first paint: the theme that was chosen, else the system's, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const apply = () => {
    const theme = chosen("counterfoil.theme");
    const is = theme === "light" || theme === "dark" ? theme : dark.matches ? "dark" : "light";
    root.dataset.theme = is;
    if (chosen("counterfoil.density") === "compact") root.dataset.density = "compact";
    else delete root.dataset.density;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", is === "dark" ? "#0d1117" : "#fbfaf7");
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", apply);
})();

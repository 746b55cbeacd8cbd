import { readFileSync } from "node:fs";

/** Exits with a clear message if Node is older than package.json requires. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const wanted = engines.node.replace(">=", "").split(".").map(Number);
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > wanted[0] || (major === wanted[0] && minor >= wanted[1])) return;
  console.error(`Counterfoil needs Node ${wanted.join(".")} or newer; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}

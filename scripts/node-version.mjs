import { readFileSync } from "node:fs";

/**
 * Whether a version of Node is in a range like "^20.19 || ^22.12 || >=24".
 * @param {string} version
 * @param {string} range
 */
export const isWithin = (version, range) =>
  range.split(" || ").some((part) => {
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const [wanted = 0, least = 0] = part.replace(/^\D+/, "").split(".").map(Number);
    return (major === wanted && minor >= least) || (part.startsWith(">=") && major > wanted);
  });

/** Exits with a clear message if package.json doesn't allow this version of Node; npm's own names a package that nobody knows. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  if (isWithin(process.versions.node, engines.node)) return;
  console.error(`Counterfoil needs Node ${engines.node}; this is ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}

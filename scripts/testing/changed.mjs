import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "../run.mjs";

/**
 * @typedef {{ since: string, files: string[], journeys: string[] }} Reach files changed since a revision, working tree included,
 * and the journeys they can affect
 */

/**
 * Journeys by path prefix; the longest prefix of a changed file counts. Vitest finds its tests by imports, but journeys don't
 * import what they test.
 * @type {Record<string, string[]>}
 */
export const journeysOf = {
  "CHANGELOG.md": ["updates"],
  "host/": ["sign-in", "funding", "kill"],
  "host/audit/": ["audit"],
  "host/events/": ["live"],
  "host/http/": ["bad-hosts", "contract-page"],
  "host/openapi/": ["contract-page"],
  "host/wallets/": ["generation", "wallets"],
  "index.html": ["first-visit", "first-sight"],
  "public/": ["first-sight", "put-away", "installed"],
  "src/app/": ["every-route", "languages"],
  "src/app/frame/background/": ["settings", "updates", "installed"],
  "src/app/start/": ["session", "bad-hosts", "lost-parts"],
  "src/app/cases/": ["cases"],
  "src/app/lists/columns/": ["tables", "first-sight"],
  "src/app/data/": ["dashboard", "users", "offline"],
  "src/app/deeds/": ["funding", "user-tools", "rates"],
  "src/app/figures/": ["rates", "fees"],
  "src/app/start/first-sight/": ["first-sight", "first-visit"],
  "src/app/format/": ["preferences", "dashboard"],
  "src/app/words/": ["languages"],
  "src/app/frame/layout/": ["layout", "keyboard", "widths"],
  "src/app/session/lock/": ["idle-lock"],
  "src/app/frame/palette/": ["palette", "keyboard-flows"],
  "src/app/parts/": ["funding", "money-soak"],
  "src/app/parts/file-columns.tsx": ["bulk", "reconcile"],
  "src/app/parts/here-too.tsx": ["live"],
  "src/app/parts/own-paper.css": ["cases", "daily-close"],
  "src/app/lists/row-list.tsx": ["approvals", "audit", "look-up"],
  "src/app/session/passkeys/": ["passkeys"],
  "src/app/frame/routes/": ["every-route", "session"],
  "src/app/lists/saved-views/": ["saved-views"],
  "src/app/screens/admins/": ["security"],
  "src/app/screens/approval-rules/": ["approvals"],
  "src/app/screens/approvals/": ["approvals", "many-slips"],
  "src/app/screens/audit/": ["audit", "print"],
  "src/app/screens/audit/close/": ["daily-close"],
  "src/app/screens/audit/reconcile/": ["reconcile"],
  "src/app/session/auth/": ["sign-in", "register-and-reset", "session"],
  "src/app/screens/bulk/": ["bulk", "bulk-run"],
  "src/app/screens/cases/": ["cases"],
  "src/app/screens/fees/": ["fees"],
  "src/app/screens/funding/": ["funding", "second-admin", "money-soak"],
  "src/app/screens/gift-cards/": ["gift-cards", "file-by-key"],
  "src/app/screens/look-up/": ["look-up"],
  "src/app/screens/not-found/": ["every-route"],
  "src/app/screens/prices/": ["prices"],
  "src/app/screens/rates/": ["rates"],
  "src/app/screens/security/": ["security"],
  "src/app/screens/settings/": ["settings", "preferences"],
  "src/app/screens/transactions/": ["dashboard", "dashboard-filters", "row-menu", "first-sight", "tables", "transaction-address"],
  "src/app/screens/transactions/chart/": ["activity"],
  "src/app/screens/transactions/query/": ["search-language"],
  "src/app/screens/users/tools/": ["user-tools", "one-user", "generation", "desk"],
  "src/app/screens/users/": ["users", "one-user", "tables"],
  "src/app/screens/users/wallets/": ["wallets"],
  "src/app/lists/selection/": ["tables"],
  "src/app/start/theme/": ["widths", "layout"],
  "src/app/ui/": ["keyboard", "touch", "widths"],
  "src/contract/": ["dashboard", "funding"],
  "src/db/": ["offline", "storage", "dashboard"],
  "src/sw/": ["installed", "updates", "first-visit", "lost-parts"],
  "src/sync/": ["offline", "tabs", "every-route", "session", "teardown"],
  "src/sync/live/presence.ts": ["live"],
  "tests/support/browser/": ["every-route"],
  "vite.": ["first-visit", "first-sight", "installed"],
  "build/": ["first-visit", "first-sight", "installed"],
};

const folder = "tests/browser/";

/** @param {string} name */
const fileOf = (name) => `${folder}${name}.spec.ts`;

/** @returns {string[]} */
const allJourneys = () =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".spec.ts"))
    .map((name) => folder + name);

/**
 * A test file's transitive imports within tests/.
 * @param {string} file
 * @param {Set<string>} [seen]
 */
function imported(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(join(root, file))) return seen;
  seen.add(file);
  for (const [, from = ""] of readFileSync(join(root, file), "utf8").matchAll(/from "(\.[^"]+)"/g)) {
    const path = relative(root, join(root, dirname(file), from));
    if (path.startsWith("tests/")) imported(path, seen);
  }
  return seen;
}

/**
 * The journeys that the files can affect.
 * @param {string[]} files
 */
export function journeysFor(files) {
  const places = Object.keys(journeysOf).sort((a, b) => b.length - a.length);
  const byPlace = files.flatMap((file) => journeysOf[places.find((place) => file.startsWith(place)) ?? ""] ?? []).map(fileOf);
  const changed = new Set(files);
  const byImport = allJourneys().filter((journey) => [...imported(journey)].some((file) => changed.has(file)));
  return [...new Set([...byPlace, ...byImport])].filter((file) => existsSync(join(root, file))).sort();
}

/** @param {string[]} args */
const git = (args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();

/** @param {string} revision */
function exists(revision) {
  try {
    git(["rev-parse", "--verify", "--quiet", `${revision}^{commit}`]);
    return true;
  } catch {
    return false;
  }
}

/** On main itself: everything not pushed, or without a remote, not committed. */
function defaultRevision() {
  const onMain = git(["rev-parse", "--abbrev-ref", "HEAD"]) === "main";
  return [...(onMain ? [] : ["main"]), "origin/main"].find(exists) ?? "HEAD";
}

/**
 * @param {string} [revision]
 * @returns {Reach}
 */
export function reachOf(revision = defaultRevision()) {
  const since = git(["merge-base", revision, "HEAD"]);
  const lines = [git(["diff", "--name-only", since]), git(["ls-files", "--others", "--exclude-standard"])].join("\n").split("\n");
  const files = lines.filter((line) => line !== "");
  return { since, files, journeys: journeysFor(files) };
}

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/run.mjs";
import { approvals } from "../../src/app/words/en/approvals.ts";
import { attempts } from "../../src/app/words/en/attempts.ts";
import { passkeys } from "../../src/app/words/en/passkeys.ts";
import { policy } from "../../src/app/words/en/policy.ts";

interface Texts {
  readonly [name: string]: string | Texts;
}

const { unknown, check, attention, outcome } = attempts;
/** The words of the screens whose every message some test names (docs/testing.md). */
const screens: Texts = { approvals, policy, passkeys, attempts: { unknown, check, attention, outcome } };

/** Messages that no test brings about, each with the reason. */
const unnamed = new Set([
  // Shown on paper alone.
  "approvals.list.printed",
  // Needs a slip that this very device asked for, with the balance known then.
  "approvals.user.beforeJournal",
  // Needs a token that runs out under the panel, or two tabs.
  "attempts.unknown.askOff.expired",
  "attempts.unknown.askOff.other",
  "attempts.unknown.underWay",
  "attempts.unknown.gone",
]);

const messagesOf = (texts: Texts, path = ""): [string, string][] =>
  Object.entries(texts).flatMap(([name, text]): [string, string][] =>
    typeof text === "string" ? [[`${path}${name}`, text]] : messagesOf(text, `${path}${name}.`),
  );

const sourcesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(path);
    return /\.tsx?$/.test(entry.name) && entry.name !== "shown-messages.test.ts" ? [path] : [];
  });

/** Undoes escapes, as patterns in tests have them and strings don't. */
const plain = (text: string): string => text.replaceAll("\\", "").replaceAll("…", "...").toLowerCase();

/** The longest stretch of a message without a filled-in value; a test may name one of its sentences alone. */
const stretches = (message: string): string[] => {
  const parts = plain(message)
    .split(/\{\{.*?\}\}|(?<=[.:?]) /)
    .map((part) => part.replace(/^[\s.,:]+|[\s.]+$/g, ""));
  const longest = Math.max(...parts.map((part) => part.length));
  return parts.filter((part) => part.length >= Math.min(12, longest));
};

test("[APPR-4, APPR-5, PASS-2, KEY-2] every message of the screens for approvals, rules, passkeys and unknown outcomes is named by a test", () => {
  const tests = plain(
    sourcesUnder(join(root, "tests"))
      .map((file) => readFileSync(file, "utf8"))
      .join("\n"),
  );
  const messages = messagesOf(screens);
  const isNamed = (text: string) => stretches(text).some((part) => tests.includes(part));
  // One form of a plural stands for all.
  const base = (path: string) => path.replace(/_(one|other|many)$/, "");
  const named = new Set(messages.filter(([, text]) => isNamed(text)).map(([path]) => base(path)));
  const missing = messages.map(([path]) => base(path)).filter((path) => !named.has(path));
  expect([...new Set(missing)].filter((path) => !unnamed.has(path))).toEqual([]);
  expect(
    [...unnamed].filter((path) => named.has(path)),
    "is named by now",
  ).toEqual([]);
});

import { terminalLine } from "../src/contract/text.ts";
import type { Checked } from "./conformance.ts";

/** The total number of differences. */
export const differencesIn = (checked: readonly Checked[]): number =>
  checked.reduce((sum, { verdict }) => sum + (verdict.is === "differs" ? verdict.differences.length : 0), 0);

const marks = { same: "✓", refuses: "✓", differs: "✗", "not offered": "–", "not asked": "–" } as const;

/** The report: a line per call, and below it one per differing field. */
export function report(checked: readonly Checked[]): string {
  const lines = checked.flatMap(({ call, verdict }) => {
    const mark = marks[verdict.is];
    if (verdict.is === "same") return [`${mark} ${call}`];
    if (verdict.is === "refuses") return [`${mark} ${call}: refuses ${verdict.what}`];
    if (verdict.is !== "differs") return [`${mark} ${call}: ${verdict.is}, ${verdict.why}`];
    return [`${mark} ${call}`, ...verdict.differences.map(({ field, expected, got }) => `    ${field}: expected ${expected}; got ${got}`)];
  });
  const count = (is: Checked["verdict"]["is"]): number => checked.filter(({ verdict }) => verdict.is === is).length;
  const differing = count("differs");
  const refusing = count("refuses");
  const others = count("not offered") + count("not asked");
  const summary =
    differing === 0
      ? `${count("same")} calls are as the contract says${refusing > 0 ? `, ${refusing} refuse what they must` : ""}${others > 0 ? `, ${others} were not asked` : ""}.`
      : `${differing} of ${checked.length - others} calls differ, in ${differencesIn(checked)} places${others > 0 ? `; ${others} were not asked` : ""}.`;
  return [...lines.map(terminalLine), "", summary].join("\n");
}

import * as v from "valibot";
import { Random } from "../seed/random.ts";

const probability = v.pipe(v.number("is not a number"), v.minValue(0, "is below 0"), v.maxValue(1, "is above 1"));

/** Faults on a path, each with its probability; at most one hits a request. */
export const faultRule = v.strictObject({
  /** A path, or a prefix followed by "*". */
  path: v.pipe(v.string("is missing"), v.startsWith("/", "must start with /")),
  /** Absent: any method. */
  method: v.optional(v.picklist(["GET", "POST", "PUT", "PATCH", "DELETE"], "is not a method")),
  /** Delay before everything else, for every request. */
  latencyMs: v.optional(v.pipe(v.number(), v.minValue(0, "is below 0"), v.maxValue(120_000, "is above 120000")), 0),
  /** The connection breaks before the work is done. */
  lossBefore: v.optional(probability, 0),
  /** The connection breaks after the work is done. */
  lossAfter: v.optional(probability, 0),
  /** The work is done, but only half of the answer arrives. */
  cutBody: v.optional(probability, 0),
  /** Answers `status` instead of doing the work. */
  errorBefore: v.optional(probability, 0),
  /** Does the work, then answers `status`. */
  errorAfter: v.optional(probability, 0),
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(500, "is below 500"), v.maxValue(599, "is above 599")), 502),
});

export const faultPlan = v.strictObject({
  /** Random seed; the same seed makes the same requests fail. */
  seed: v.optional(v.pipe(v.number("is not a number"), v.integer("is not a whole number")), 1),
  rules: v.array(faultRule, "is missing"),
});
export type FaultPlan = v.InferOutput<typeof faultPlan>;
type FaultRule = FaultPlan["rules"][number];

export type Fault = { is: "none" } | { is: "lossBefore" | "lossAfter" | "cutBody" } | { is: "errorBefore" | "errorAfter"; status: number };

const covers = ({ path, method }: FaultRule, asked: { method: string; path: string }): boolean =>
  (method === undefined || method === asked.method) &&
  (path.endsWith("*") ? asked.path.startsWith(path.slice(0, -1)) : path === asked.path);

/** Draws each request's fault, in order of arrival. */
export class Faults {
  readonly plan: FaultPlan;
  readonly #random: Random;

  constructor(plan: FaultPlan) {
    this.plan = plan;
    this.#random = new Random(plan.seed);
  }

  draw(asked: { method: string; path: string }): { fault: Fault; latencyMs: number } {
    const rule = this.plan.rules.find((candidate) => covers(candidate, asked));
    if (rule === undefined) return { fault: { is: "none" }, latencyMs: 0 };
    const { latencyMs, status } = rule;
    let left = this.#random.next();
    for (const is of ["lossBefore", "lossAfter", "cutBody"] as const) {
      left -= rule[is];
      if (left < 0) return { fault: { is }, latencyMs };
    }
    for (const is of ["errorBefore", "errorAfter"] as const) {
      left -= rule[is];
      if (left < 0) return { fault: { is, status }, latencyMs };
    }
    return { fault: { is: "none" }, latencyMs };
  }
}

import type { Plugin } from "vite";
import { isNode, type Node } from "./vite.syntax.ts";

type Attributes = Readonly<Record<string, string>>;
/** A shape of an icon, as lucide-react has it: the element's name and its attributes. */
export type Shape = readonly [name: string, attributes: Attributes];

const number = String.raw`\s*,?\s*([-+]?(?:\d*\.\d+|\d+))`;
const relativeStart = new RegExp(`^m${number}${number}`);

/** As short as its four decimals allow. */
const text = (value: number): string => String(Number(value.toFixed(4)));
/** One command after another; a minus needs no space before it. */
const run = (...parts: (string | number)[]): string =>
  parts
    .map((part) => (typeof part === "number" ? text(part) : part))
    .join(" ")
    .replaceAll(/ ?([a-zA-Z]) ?/g, "$1")
    .replaceAll(" -", "-");

/** A path that begins where it says, whatever stands before it. */
function absolute(d: string): string {
  const [start, x, y] = relativeStart.exec(d) ?? [];
  if (start === undefined) return d;
  const rest = d.slice(start.length).trim();
  // What follows the first point without a command is a line from there.
  return `M${x} ${y}${rest === "" || /^[a-z]/i.test(rest) ? "" : "l"}${rest}`;
}

function rectangle({ x = "0", y = "0", width = "0", height = "0", rx, ry }: Attributes): string {
  const [left, top, w, h] = [x, y, width, height].map(Number) as [number, number, number, number];
  const a = Math.min(Number(rx ?? ry ?? 0), w / 2);
  const b = Math.min(Number(ry ?? rx ?? 0), h / 2);
  if (a === 0 || b === 0) return run("M", left, top, "h", w, "v", h, "h", -w, "z");
  const corner = (dx: number, dy: number): string => run("a", a, b, 0, 0, 1, dx, dy);
  const side = (command: string, length: number): string => (length === 0 ? "" : run(command, length));
  const [across, down] = [w - 2 * a, h - 2 * b];
  const upper = run("M", left + a, top) + side("h", across) + corner(a, b) + side("v", down);
  return upper + corner(-a, b) + side("h", -across) + corner(-a, -b) + side("v", -down) + corner(a, -b) + "z";
}

const round = (cx: number, cy: number, a: number, b: number): string =>
  run("M", cx - a, cy, "a", a, b, 0, 1, 0, 2 * a, 0, "a", a, b, 0, 1, 0, -2 * a, 0, "z");

/** The same shape as a path's `d`, by the element's name, and the attributes that it is made of. */
const paths: Readonly<Record<string, { of: readonly string[]; d: (attributes: Attributes) => string }>> = {
  path: { of: ["d"], d: ({ d = "" }) => absolute(d) },
  line: { of: ["x1", "y1", "x2", "y2"], d: ({ x1, y1, x2, y2 }) => run("M", Number(x1), Number(y1), "L", Number(x2), Number(y2)) },
  rect: { of: ["x", "y", "width", "height", "rx", "ry"], d: rectangle },
  circle: { of: ["cx", "cy", "r"], d: ({ cx, cy, r }) => round(Number(cx), Number(cy), Number(r), Number(r)) },
  ellipse: { of: ["cx", "cy", "rx", "ry"], d: ({ cx, cy, rx, ry }) => round(Number(cx), Number(cy), Number(rx), Number(ry)) },
  polyline: { of: ["points"], d: ({ points = "" }) => `M${points}` },
  polygon: { of: ["points"], d: ({ points = "" }) => `M${points}z` },
};

/** All shapes of an icon as the `d` of one path; undefined where one of them has a look of its own. */
export function onePath(shapes: readonly Shape[]): string | undefined {
  const parts = shapes.map(([name, attributes]) => {
    const path = paths[name];
    return path && Object.keys(attributes).every((one) => one === "key" || path.of.includes(one)) ? path.d(attributes) : undefined;
  });
  return parts.includes(undefined) ? undefined : parts.join("");
}

const named = (part: unknown, name: string): part is Node => isNode(part) && part["name"] === name;

/** The object that holds an icon, in its module. */
function iconIn(part: unknown): Node | undefined {
  if (Array.isArray(part)) return part.map(iconIn).find((found) => found !== undefined);
  if (!isNode(part)) return undefined;
  const isIcon = part.type === "ObjectExpression" && (part["properties"] as Node[]).some(({ key }) => named(key, "node"));
  return isIcon ? part : iconIn(Object.values(part));
}

/** What an expression of lists, objects and texts comes to. */
function valueOf(node: unknown): unknown {
  if (!isNode(node)) return undefined;
  if (node.type === "ArrayExpression") return (node["elements"] as unknown[]).map(valueOf);
  if (node.type !== "ObjectExpression") return node["value"];
  return Object.fromEntries(
    (node["properties"] as Node[]).map(({ key, value }) => [isNode(key) ? (key["name"] ?? key["value"]) : "", valueOf(value)]),
  );
}

/**
 * Draws each of lucide-react's icons as one path in the built app: a screen has a third fewer elements for them, and the
 * first visit fewer bytes. What else an icon says of itself is for whoever looks icons up: its names.
 */
export const icons = (): Plugin => ({
  name: "icons",
  apply: "build",
  transform(code, id) {
    if (!/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.m?js$/.test(id)) return undefined;
    const icon = iconIn((this.parse(code) as unknown as Node)["body"]);
    if (!icon) return undefined;
    // The library's own form, which `onePath` looks at shape by shape.
    const { node, size } = valueOf(icon) as { node: Shape[]; size?: unknown };
    const d = onePath(node);
    if (d === undefined || (size !== undefined && size !== 24)) return undefined;
    return { code: `${code.slice(0, icon.start)}${JSON.stringify({ node: [["path", { d }]] })}${code.slice(icon.end)}`, map: null };
  },
});

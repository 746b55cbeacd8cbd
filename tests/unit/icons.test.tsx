import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test } from "vitest";
import * as frame from "../../src/app/ui/icons.tsx";
import * as others from "../../src/app/ui/more-icons.ts";

const { icon: _, ...first } = frame;
const icons = Object.entries({ ...first, ...others });

function drawn(element: ReactElement): Element {
  const svg = render(element).container.querySelector("svg");
  if (!svg) throw new Error("no icon was drawn");
  return svg;
}

test.each(icons)("%s is one path from an absolute point, hidden from screen readers", (_name, Icon) => {
  const svg = drawn(<Icon />);
  expect(svg.getAttribute("aria-hidden")).toBe("true");
  expect([...svg.children].map((child) => child.tagName)).toEqual(["path"]);
  // In joined shapes, a path's `m` would be relative to the one before it.
  expect(svg.firstElementChild?.getAttribute("d")).toMatch(/^M[^m]+$/);
});

test("an icon takes a size, a line's width and a class, and the colour of the text around it", () => {
  const svg = drawn(<frame.Search size={16} strokeWidth={1.75} className="own" />);
  const {
    width,
    height,
    stroke,
    "stroke-width": line,
    class: own,
  } = Object.fromEntries([...svg.attributes].map((one) => [one.name, one.value]));
  expect({ width, height, stroke, line, own }).toEqual({ width: "16", height: "16", stroke: "currentColor", line: "1.75", own: "own" });
});

test("an icon with a label is an image of that name", () => {
  expect(render(<others.ArrowRight aria-label="becomes" />).getByRole("img", { name: "becomes" })).toBeDefined();
});

import { render } from "@testing-library/react";
import type uPlot from "uplot";
import { expect, onTestFinished, test } from "vitest";
import { PlotArea } from "../../src/app/ui/plot-area.tsx";

test("[DASH-13] a plot is drawn in the page's theme as soon as that changes, since a page is laid out for paper at once", async () => {
  const root = document.documentElement;
  const theme = root.dataset["theme"];
  onTestFinished(() => void (root.dataset["theme"] = theme ?? "light"));
  root.dataset["theme"] = "dark";
  const drawn: (string | undefined)[] = [];
  const draw = () => {
    drawn.push(root.dataset["theme"]);
    return { destroy() {}, setSize() {} } as unknown as uPlot;
  };
  render(<PlotArea draw={draw} plot={undefined} label="Transactions" />);
  const told = new Promise<readonly unknown[]>((resolve) => {
    new MutationObserver((_, observer) => {
      observer.disconnect();
      resolve([...drawn]);
    }).observe(root, { attributeFilter: ["data-theme"] });
  });
  root.dataset["theme"] = "light";
  expect(await told).toEqual(["dark", "light"]);
});

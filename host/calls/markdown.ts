import Big from "big.js";
import { calculatePrice, globalMarkdown, setGlobalMarkdown, toggleGlobalMarkdown } from "../../src/contract/markdown.ts";
import { markedDown } from "../../src/contract/price.ts";
import { type Figure, figureOf, lockFigure, setFigure } from "../figures/figures.ts";
import { type Router, mutationCall, openCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import { wireAmount } from "../wire.ts";

const formatted = (percentage: string): string => `${new Big(percentage).toFixed()}%`;

/** The markdown on the wire. */
export const wireMarkdown = (figure: Figure | undefined): object | null =>
  figure === undefined
    ? null
    : {
        markdownPercentage: wireAmount(figure.value),
        formattedPercentage: formatted(figure.value),
        description: figure.description,
        isActive: figure.active,
        updatedAt: figure.updatedAt.toISOString(),
        updatedBy: figure.updatedBy,
      };

/** The global markdown and the price it gives (D2 §7); reading either needs no token. */
export function markdownCalls(router: Router): void {
  const { db, clock } = router.deps;
  const needs = "canManageFees";

  openCall(router, globalMarkdown, async () => {
    const figure = await figureOf(db, "markdown");
    return { success: true, message: figure === undefined ? "No markdown is set" : "Global markdown", data: wireMarkdown(figure) };
  });

  openCall(router, calculatePrice, async ({ query: { originalPrice, asset } }) => {
    const figure = await figureOf(db, "markdown");
    const isActive = figure?.active ?? false;
    const percentage = isActive ? (figure?.value ?? "0") : "0";
    const { discountedPrice, discountAmount } = markedDown(originalPrice, percentage);
    const data = {
      asset,
      originalPrice: wireAmount(originalPrice),
      discountAmount: wireAmount(discountAmount),
      discountedPrice: wireAmount(discountedPrice),
      markdownPercentage: wireAmount(percentage),
      formattedPercentage: formatted(percentage),
      isActive,
      calculatedAt: clock().toISOString(),
    };
    return { success: true, message: "Price calculated", data };
  });

  mutationCall(router, setGlobalMarkdown, { needs }, async (request) => {
    const { markdownPercentage: value, description } = request.body;
    const set = await setFigure(request, "markdown", { value, description });
    return { success: true, message: "Markdown updated", data: wireMarkdown(set) };
  });

  mutationCall(router, toggleGlobalMarkdown, { needs }, async (request) => {
    const figure = await lockFigure(request.tx, "markdown");
    if (figure === undefined) throw new Refusal(409, "No markdown is set that could be toggled");
    const set = await setFigure(request, "markdown", { active: !figure.active });
    return { success: true, message: set.active ? "Markdown enabled" : "Markdown disabled", data: wireMarkdown(set) };
  });
}

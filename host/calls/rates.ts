import { markupRecord, setMarkup } from "../../src/contract/markup.ts";
import { offrampRate, onrampRate, setOfframpRate, setOnrampRate } from "../../src/contract/rates.ts";
import { type Figure, figureOf, setFigure } from "../figures/figures.ts";
import { type Router, adminCall, mutationCall } from "../http/call-route.ts";
import { wireAmount } from "../wire.ts";

const stamps = ({ updatedAt, updatedBy }: Figure): object => ({ updatedAt: updatedAt.toISOString(), updatedBy });
/** A rate on the wire. */
export const wireRate = (figure: Figure | undefined): object | null =>
  figure === undefined ? null : { rate: wireAmount(figure.value), ...stamps(figure) };
/** The markup on the wire. */
export const wireMarkup = (figure: Figure | undefined): object | null =>
  figure === undefined ? null : { markup: wireAmount(figure.value), ...stamps(figure) };

/** The manual rates in naira per unit, and the markup (D1 §7). Data is null if none is set yet. */
export function rateCalls(router: Router): void {
  const { db } = router.deps;
  const needs = "canManageFees";

  adminCall(router, onrampRate, {}, async () => ({ success: true, data: wireRate(await figureOf(db, "onramp")) }));
  adminCall(router, offrampRate, {}, async () => ({ success: true, data: wireRate(await figureOf(db, "offramp")) }));
  adminCall(router, markupRecord, {}, async () => ({ success: true, data: wireMarkup(await figureOf(db, "markup")) }));

  mutationCall(router, setOnrampRate, { needs }, async (request) => {
    const set = await setFigure(request, "onramp", { value: request.body.rate });
    return { success: true, message: "Onramp rate updated", data: wireRate(set) };
  });
  mutationCall(router, setOfframpRate, { needs }, async (request) => {
    const set = await setFigure(request, "offramp", { value: request.body.rate });
    return { success: true, message: "Offramp rate updated", data: wireRate(set) };
  });
  mutationCall(router, setMarkup, { needs }, async (request) => {
    const set = await setFigure(request, "markup", { value: request.body.markup });
    return { success: true, message: "Markup updated", data: wireMarkup(set) };
  });
}

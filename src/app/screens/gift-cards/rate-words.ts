import type { GiftCardRate } from "../../data/use-gift-cards.ts";

/** A rate's name: "APPLE · US · 100-500". */
export const nameOfRate = (rate: Pick<GiftCardRate, "cardType" | "country" | "vanillaType">): string =>
  [rate.cardType, rate.country, rate.vanillaType].filter((part) => part !== undefined && part.trim() !== "").join(" · ") || "—";

import type { PlayedCalls } from "../played-calls.ts";

/** A played host's fees, rates and gift card rates; later answers reflect changes to it. */
export interface PlayedFigures {
  fees: Record<string, unknown>[];
  onramp: unknown;
  offramp: unknown;
  markup: unknown;
  markdown: unknown;
  giftCards: Record<string, unknown>[];
}

export const giftRate = (n: number, fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: `rate-${n}`,
  cardType: "APPLE",
  country: "US",
  rate: 1000 + n,
  rateDisplay: String(1000 + n),
  physicalRate: 1010 + n,
  ecodeRate: 990 + n,
  minAmount: 25,
  maxAmount: 500,
  vanillaType: `kind ${n}`,
  notes: "",
  isActive: true,
  createdAt: "2026-01-02T03:04:05.000Z",
  lastUpdated: "2026-02-03T04:05:06.000Z",
  updatedBy: "Grace Hopper",
  ...fields,
});

/** A row of an upload, of a rate that the host lacks. */
export const giftRow = (fields: Record<string, unknown> = {}) => ({
  cardType: "NIKE",
  country: "US",
  rate: 1100,
  physicalRate: 1110,
  ecodeRate: 1090,
  minAmount: 10,
  maxAmount: 100,
  vanillaType: "",
  notes: "",
  isActive: true,
  ...fields,
});

/** Makes a played host answer every read of fees, rates, markup, markdown and gift card rates. */
export function playFigures(played: PlayedCalls): PlayedFigures {
  const figures: PlayedFigures = {
    fees: [
      { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: 2.5 },
      { currency: "USDT", network: "Tron", networkName: "Tron (TRC-20)", networkFee: 1 },
    ],
    onramp: { success: true, data: { rate: 1500, updatedAt: "2026-03-04T05:06:07.000Z" } },
    offramp: { success: true, data: { rate: 1450, updatedAt: "2026-03-04T05:06:07.000Z" } },
    markup: { success: true, data: { markup: 1.5 } },
    markdown: { success: true, data: { markdownPercentage: 5, formattedPercentage: "5%", description: "Sale", isActive: true } },
    giftCards: [giftRate(1), giftRate(2, { cardType: "STEAM", country: "CANADA" })],
  };
  played
    .on("GET /set-fee/crypto-fee", () => ({ json: { success: true, data: figures.fees } }))
    .on("GET /onramp/onramp-rate", () => ({ json: figures.onramp }))
    .on("GET /offramp/offramp-rate", () => ({ json: figures.offramp }))
    .on("GET /marker/markup-record", () => ({ json: figures.markup }))
    .on("GET /asset-markdown/global", () => ({ json: figures.markdown }))
    .on("GET /analytics/dashboard", { json: { data: {} } })
    .on("GET /admingiftcard/rates", ({ query }) => {
      const limit = Number(query["limit"] ?? 20);
      const page = Number(query["page"] ?? 1);
      const rates = figures.giftCards.slice((page - 1) * limit, page * limit);
      const totalPages = Math.max(1, Math.ceil(figures.giftCards.length / limit));
      return { json: { success: true, data: { rates, pagination: { currentPage: page, totalPages } } } };
    });
  return figures;
}

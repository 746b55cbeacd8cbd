import { useState } from "react";
import { css } from "#styled/css";
import { isNaira } from "../../../contract/currencies.ts";
import type { CryptoFee } from "../../data/use-fees.ts";
import { DecimalField } from "../../ui/decimal-field.tsx";
import { readPositive } from "../../ui/read-decimal.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { needsPrice, previewSwap, type SwapCurrency, swapCurrencies } from "./swap.ts";
import { FiguresInUse } from "./figures-in-use.tsx";
import { SwapSteps } from "./swap-steps.tsx";

const grid = css({ display: "grid", gap: "4", gridTemplateColumns: "[repeat(auto-fill, minmax(min(12rem, 100%), 1fr))]" });
const stack = css({ display: "flex", flexDirection: "column", gap: "5" });

/** A figure and when it was last known; its value is undefined if the host has none. */
export interface AgedFigure {
  readonly value: string | undefined;
  readonly asOf: number;
}
export type SwapFigures = Readonly<Record<"markup" | "onramp" | "offramp", AgedFigure | undefined>>;

interface SwapPreviewProps {
  figures: SwapFigures;
  /** Undefined if never fetched. */
  fees: { readonly fees: readonly CryptoFee[]; readonly asOf: number } | undefined;
}

/** Maximum decimals of a token; this input is never sent. */
const tokenDecimals = 18;

const priceOf = (text: string): string | undefined => {
  const read = readPositive(text, tokenDecimals);
  return read.is === "read" ? read.value : undefined;
};

/** What a customer would get for an amount, step by step, from the cache (PRICE-4). */
export function SwapPreview({ figures, fees }: SwapPreviewProps) {
  const { t } = useTranslation("prices");
  const [amount, setAmount] = useState("");
  const [from, setFrom] = useState<SwapCurrency>("NGN");
  const [to, setTo] = useState<SwapCurrency>("USDT");
  const [wantedNetwork, setNetwork] = useState("");
  const [prices, setPrices] = useState<Partial<Record<SwapCurrency, string>>>({});

  // The fee is that of the token leaving the platform; if naira leave, of the token that came in.
  const feeCurrency = isNaira(to) ? from : to;
  const options = isNaira(feeCurrency) ? [] : (fees?.fees ?? []).filter((fee) => fee.currency.toUpperCase() === feeCurrency);
  const fee = options.find((one) => one.network === wantedNetwork) ?? options[0];
  const read = readPositive(amount, tokenDecimals);
  const swap =
    read.is === "read"
      ? previewSwap({
          amount: read.value,
          from,
          to,
          onramp: figures.onramp?.value,
          offramp: figures.offramp?.value,
          markup: figures.markup?.value ?? "0",
          networkFee: fee?.networkFee ?? "0",
          fromPrice: priceOf(prices[from] ?? ""),
          toPrice: priceOf(prices[to] ?? ""),
        })
      : undefined;
  const choice = (set: (currency: SwapCurrency) => void) => (event: { target: { value: string } }) => {
    const chosen = swapCurrencies.find((one) => one === event.target.value);
    if (chosen) set(chosen);
  };
  const currencies = swapCurrencies.map((value) => ({ value, label: value }));
  return (
    <Card title={t("swap.title")} description={t("swap.text")}>
      <div className={stack}>
        <div className={grid}>
          <DecimalField label={t("swap.amount")} value={amount} onChange={setAmount} />
          <SelectField label={t("swap.from")} options={currencies} value={from} onChange={choice(setFrom)} />
          <SelectField label={t("swap.to")} options={currencies} value={to} onChange={choice(setTo)} />
          <SelectField
            label={t("swap.network")}
            options={
              options.length > 0
                ? options.map((one) => ({ value: one.network, label: one.networkName ?? one.network }))
                : [{ value: "", label: t(fees || isNaira(feeCurrency) ? "swap.noNetwork" : "swap.feesUnknown") }]
            }
            disabled={options.length === 0}
            value={fee?.network ?? ""}
            onChange={(event) => setNetwork(event.target.value)}
          />
          {[...new Set([from, to])].filter(needsPrice).map((currency) => (
            <DecimalField
              key={currency}
              label={t("swap.price", { currency })}
              hint={t("swap.priceHint")}
              value={prices[currency] ?? ""}
              onChange={(value) => setPrices({ ...prices, [currency]: value })}
            />
          ))}
        </div>
        <SwapSteps swap={swap} />
        <FiguresInUse from={from} to={to} figures={figures} feeCurrency={feeCurrency} fee={fee} feesAsOf={fees?.asOf} />
      </div>
    </Card>
  );
}

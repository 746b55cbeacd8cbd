import { useState } from "react";
import { plainText } from "../../../contract/text.ts";
import { useLatestRun } from "../../data/use-latest-run.ts";
import { useCalculatePrice } from "../../data/use-markdown.ts";
import { useFigure } from "../../data/use-rates.ts";
import { Form } from "../../ui/form.tsx";
import { readPositive } from "../../ui/read-decimal.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { decimalKeys, noteRefused } from "../../ui/decimal-keys.ts";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import { useProblems } from "../../ui/use-problems.ts";
import { calculateHere, type Priced } from "./calculate-here.ts";
import { PriceResult } from "./price-result.tsx";
import { pricesLooks } from "./prices-looks.ts";

/** A price under the global markdown: from the host, or calculated here while it is unreachable (PRICE-2). */
export function CalculatorPanel() {
  const { t } = useTranslation("prices");
  const calculate = useCalculatePrice();
  const { cached } = useFigure("markdown");
  const [price, setPrice] = useState("");
  const [asset, setAsset] = useState("");
  const { problemOf, say } = useProblems<"price" | "asset">();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [priced, setPriced] = useState<Priced>();
  const { begin } = useLatestRun();

  const fail = (message: string) => {
    setFailure(message);
    toast({ tone: "failed", title: message });
  };

  const run = async () => {
    const read = readPositive(price);
    const label = plainText(asset);
    const isWrong = say({
      price: read.is === "empty" ? t("calculator.noPrice") : read.is === "invalid" ? t("calculator.invalid") : undefined,
      asset: label === "" ? t("calculator.noAsset") : undefined,
    });
    setFailure(undefined);
    if (isWrong || read.is !== "read") return;
    const signal = begin();
    setBusy(true);
    const answer = await calculate(read.value, label, signal);
    if (signal.aborted) return;
    setBusy(false);
    if (answer.is === "failed") return fail(answer.message ?? t("calculator.failed"));
    if (answer.is === "lost") {
      if (!cached) return fail(t("calculator.noMarkdown"));
      if (cached.value.isActive === undefined && cached.value.markdownPercentage !== undefined) return fail(t("calculator.untold"));
      setPriced(calculateHere(read.value, label, cached.value, cached.asOf));
      return;
    }
    const { value } = answer;
    if (value.discountedPrice === null || value.discountedPrice === undefined) return fail(t("calculator.unreadable"));
    setPriced({
      asset: value.asset ?? label,
      originalPrice: value.originalPrice ?? undefined,
      discountAmount: value.discountAmount ?? undefined,
      discountedPrice: value.discountedPrice,
      percentage: value.markdownPercentage ?? undefined,
      isActive: value.isActive,
      basis: { is: "host", at: value.calculatedAt ?? undefined },
    });
    toast({ tone: "done", title: answer.message ?? t("calculator.done") });
  };

  return (
    <div className={pricesLooks.pair}>
      <Card>
        <Form className={pricesLooks.form} onSubmit={run}>
          <TextField
            label={t("calculator.price")}
            inputMode={decimalKeys()}
            autoComplete="off"
            maxLength={40}
            value={price}
            error={problemOf("price")}
            onChange={(event) => {
              noteRefused(event.target.value);
              setPrice(event.target.value);
              say({});
            }}
          />
          <TextField
            label={t("calculator.asset")}
            hint={t("calculator.assetHint")}
            autoComplete="off"
            maxLength={60}
            value={asset}
            error={problemOf("asset")}
            onChange={(event) => {
              setAsset(event.target.value);
              say({});
            }}
          />
          <Button kind="primary" type="submit" busy={busy}>
            {busy ? t("calculator.busy") : t("calculator.submit")}
          </Button>
          {failure ? <Notice tone="danger" title={failure} /> : null}
        </Form>
      </Card>
      {priced ? <PriceResult priced={priced} /> : null}
    </div>
  );
}

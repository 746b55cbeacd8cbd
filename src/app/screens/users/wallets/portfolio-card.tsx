import type { KnownWallets } from "../../../data/use-wallets.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Card, Figure } from "../../../ui/card.tsx";
import { portfolioOf, unvaluedTokens } from "./portfolio.ts";

/** A user's total, what it sums, and its age (WALL-2). A dash if unknown. */
export function PortfolioCard({ known }: { known: KnownWallets | undefined }) {
  const { t } = useTranslation(["wallets", "common"]);
  const format = useFormat();
  const portfolio = known ? portfolioOf(known.wallets.balances) : { is: "none" as const };
  const unvalued = known && portfolio.is === "usd" ? unvaluedTokens(known.wallets).join(", ") : "";
  const basis = portfolio.is === "usd" ? t("portfolio.usd") : portfolio.is === "mixed" ? t("portfolio.mixed") : undefined;
  const updated = known ? t("portfolio.updated", { time: format.dateTime(known.asOf) }) : t("portfolio.never");
  return (
    <Card bare>
      <Figure
        label={t("portfolio.label")}
        value={
          portfolio.is === "none"
            ? t("common:none")
            : portfolio.is === "usd"
              ? format.dollars(portfolio.total)
              : format.amount(portfolio.total)
        }
        note={[basis, unvalued && t("portfolio.unvalued", { tokens: unvalued }), updated].filter(Boolean).join(" · ")}
      />
    </Card>
  );
}

import { useFees } from "../../data/use-fees.ts";
import { useFigure } from "../../data/use-rates.ts";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { MarkupPart } from "./markup-part.tsx";
import { SwapPreview } from "./swap-preview.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";

/** The current markup and its form, and a swap preview (PRICE-4, MARK-1). */
export function SwapPanel() {
  const { t } = useTranslation("prices");
  const markup = useFigure("markup");
  const onramp = useFigure("onramp");
  const offramp = useFigure("offramp");
  const fees = useFees();
  return (
    <MarkupPart markup={markup} onrampRate={onramp.cached?.value.rate}>
      <KeepFocus />
      <FeedTrouble fetching={fees.fetching} kept={Boolean(fees.cached)} title={t("swap.feesFailed")} onRetry={() => void fees.refresh()} />
      <SwapPreview
        figures={{
          markup: markup.cached ? { value: markup.cached.value.markup, asOf: markup.cached.asOf } : undefined,
          onramp: onramp.cached ? { value: onramp.cached.value.rate, asOf: onramp.cached.asOf } : undefined,
          offramp: offramp.cached ? { value: offramp.cached.value.rate, asOf: offramp.cached.asOf } : undefined,
        }}
        fees={fees.cached ?? undefined}
      />
    </MarkupPart>
  );
}

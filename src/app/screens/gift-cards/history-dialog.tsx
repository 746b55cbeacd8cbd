import { figureNames } from "../../data/use-figure-history.ts";
import type { GiftCardRate } from "../../data/use-gift-cards.ts";
import { FigureHistory } from "../../figures/figure-history.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { nameOfRate } from "./rate-words.ts";

/** A rate's history on this device. */
export function HistoryDialog({ row, onClose }: { row: GiftCardRate; onClose: () => void }) {
  const { t } = useTranslation("giftCards");
  const { naira } = useFormat();
  return (
    <Dialog open onClose={onClose} shape="wide" title={nameOfRate(row)}>
      <FigureHistory figure={figureNames.giftCard(row.id)} name={t("editing.name", { what: nameOfRate(row) })} show={naira} />
    </Dialog>
  );
}

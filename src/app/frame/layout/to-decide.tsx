import { cva } from "#styled/css";
import { openSlips, slipsCall, useToDecide } from "../../data/use-slips.ts";
import { useFeed } from "../../data/use-feed.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

const look = cva({
  base: {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    minWidth: "5",
    height: "5",
    px: "1.5",
    borderRadius: "round",
    bg: "accent",
    color: "accent.on",
    textStyle: "xs",
    fontWeight: "semibold",
    fontVariantNumeric: "tabular-nums lining-nums",
    _forcedColors: { borderWidth: "1px", borderColor: "CanvasText" },
  },
  variants: {
    is: {
      wide: {},
      /** At the icon's corner. */
      narrow: { position: "absolute", top: "0", insetEnd: "1", minWidth: "4", height: "4", px: "1" },
    },
  },
});

/** Badge of the menu entry: slips this admin may decide; kept fresh on every screen (APPR-4). */
export function ToDecide({ wide }: { wide: boolean }) {
  const { t } = useTranslation("layout");
  const count = useToDecide() ?? 0;
  useFeed("slips", { filter: openSlips, page: 1 }, slipsCall);
  return count === 0 ? null : (
    <>
      <span className={look({ is: wide ? "wide" : "narrow" })} aria-hidden="true">
        {count > 99 ? "99+" : count}
      </span>
      <VisuallyHidden>{t("toDecide", { count })}</VisuallyHidden>
    </>
  );
}

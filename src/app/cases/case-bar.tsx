import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { type CountedCase, useCaseVerbs } from "../data/use-cases.ts";
import { useTranslation } from "../words/use-translation.ts";
import { links } from "../links.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { Pin, X } from "../ui/more-icons.ts";
import { toast } from "../ui/toast.ts";
import { touchArea } from "../ui/touch-area.ts";

/** Sticky at the bottom of every screen while the case is open. */
const bar = css({
  position: "sticky",
  bottom: "0",
  zIndex: "sticky",
  display: "flex",
  alignItems: "center",
  gap: "2",
  minHeight: "10",
  px: "gutter",
  paddingBottom: "[env(safe-area-inset-bottom)]",
  bg: "surface",
  borderTopWidth: "1px",
  borderColor: "line",
  textStyle: "sm",
  color: "ink.muted",
  "& svg": { flexShrink: "0" },
  _print: { display: "none" },
});
const way = cx(touchArea, css({ color: "ink", fontWeight: "medium", minWidth: "0", _hover: { textDecoration: "underline" } }));
const word = css({ display: "block", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });
const count = css({ flex: "1", whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums lining-nums" });

/** Names the open case and links to it (FIND-7). */
export function CaseBar({ open }: { open: CountedCase }) {
  const { t } = useTranslation("cases");
  const verbs = useCaseVerbs();
  const close = () => {
    verbs.open(undefined).catch(() => toast({ tone: "failed", title: t("failed") }));
  };
  return (
    <section className={bar} aria-label={t("bar.label")} data-case-bar>
      <Pin size={15} aria-hidden />
      <Link href={links.case(open.id)} className={way} title={open.name}>
        <span className={word}>{open.name}</span>
      </Link>
      <span className={count}>{t("bar.pins", { count: open.pins })}</span>
      <IconButton label={t("bar.close")} icon={<X size={15} aria-hidden />} onClick={close} />
    </section>
  );
}

import { Link, useLocation } from "wouter";
import { cx, sva } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { openPalette } from "../../state/palette-state.ts";
import { Attention } from "../../parts/attention.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Search } from "../../ui/icons.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import { Drawer } from "./drawer.tsx";
import { entryOf } from "./menu-entries.tsx";
import { type Crumb, useGivenTitle } from "../../ui/page-title.ts";
import { UserMenu } from "./user-menu.tsx";

const slots = sva({
  slots: ["root", "words", "crumbs", "crumb", "way", "title", "close", "line"],
  base: {
    root: {
      position: "sticky",
      top: "0",
      zIndex: "header",
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: "3",
      minHeight: "header",
      px: "gutter",
      py: "2",
      paddingTop: "[max(0.5rem, env(safe-area-inset-top))]",
      bg: "ground",
      borderBottomWidth: "1px",
      borderColor: "line",
      _print: { position: "static" },
    },
    words: {
      flex: "1",
      minWidth: "0",
      display: "flex",
      flexDirection: "column",
      // With an outcome to settle beside the line there is no room for the title: both wrap to their own line.
      smToLg: { "header:has([data-attention]) &": { flexBasis: "[calc(100% - 11rem)]" } },
    },
    crumbs: {
      display: "flex",
      gap: "1.5",
      textStyle: "xs",
      whiteSpace: "nowrap",
      color: "ink.muted",
      "& a:hover": { color: "ink", textDecoration: "underline" },
    },
    crumb: {
      display: "flex",
      flexShrink: "0",
      // Middle crumbs shrink; the first leads back, the last is the title.
      "&:not(:first-child)": { flexShrink: "1", minWidth: "0" },
      "&:not(:first-child)::before": { content: '"/"', marginInlineEnd: "1.5", color: "line.strong" },
      // In little room, show only the link back.
      lgDown: { "&:not([data-back])": { display: "none" }, "&[data-back]::before": { content: '"‹"!', marginInlineEnd: "1!" } },
    },
    /** Touch target extends over the title below. */
    way: {
      overflow: "hidden",
      textOverflow: "ellipsis",
      _touch: {
        position: "relative",
        zIndex: "sticky",
        pt: "2",
        pb: "5",
        marginTop: "-2",
        marginBottom: "-5",
        px: "1",
        marginInline: "-1",
        minWidth: "control",
      },
    },
    title: { textStyle: "title", lineClamp: "2", overflowWrap: "anywhere", smDown: { fontSize: "lg", lineHeight: "1.5rem" } },
    /** Keeps the header's height with breadcrumbs, so nothing below moves when they appear. */
    close: { lineHeight: "1.375rem" },
    line: {
      display: "flex",
      justifyContent: "flex-end",
      smDown: { order: "1", flexBasis: "full", justifyContent: "flex-start", marginInline: "-2" },
      smToLg: { "header:has([data-attention]) &": { order: "1", marginInlineStart: "-2" } },
    },
  },
});
const look = slots();

function useTitle(): { title: string; crumbs: readonly Crumb[] } {
  const { t } = useTranslation("layout");
  const [path] = useLocation();
  const given = useGivenTitle();
  const entry = entryOf(path);
  const label = entry ? t(`entries.${entry.label}`) : t("notFound");
  const title = given.title ?? label;
  if (given.crumbs) return { title, crumbs: given.crumbs };
  // If the title equals the menu entry, breadcrumbs would only repeat it.
  const isOwn = !entry || entry.path === paths.home || title === label;
  return { title, crumbs: isOwn ? [] : [{ label, href: entry.path }, { label: title }] };
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTranslation("layout");
  const [path] = useLocation();
  const back = crumbs.findLastIndex(({ href }, index) => href !== undefined && href !== path && index < crumbs.length - 1);
  return (
    <nav aria-label={t("breadcrumbs")}>
      <ol className={look.crumbs}>
        {crumbs.map((crumb, index) => (
          <li
            key={crumb.label}
            className={look.crumb}
            data-back={index === back || undefined}
            aria-current={index === crumbs.length - 1 ? "page" : undefined}
          >
            {crumb.href && index < crumbs.length - 1 ? (
              <Link href={crumb.href} className={look.way}>
                {crumb.label}
              </Link>
            ) : (
              <span className={look.way}>{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Breadcrumbs and title, the connection line, the user menu (LAY-3, LAY-4, LAY-7). */
export function Header() {
  const { title, crumbs } = useTitle();
  const { t } = useTranslation(["common", "layout"]);
  return (
    <header className={look.root}>
      {/* React hoists it to the document's title. */}
      <title>{`${title} · ${t("appName")}`}</title>
      <Drawer />
      <div className={look.words}>
        {crumbs.length > 0 ? <Crumbs crumbs={crumbs} /> : null}
        <h1 className={cx(look.title, crumbs.length > 0 ? look.close : undefined)}>{title}</h1>
      </div>
      <Attention />
      <div className={look.line}>
        <ConnectionLine />
      </div>
      <IconButton
        label={t("layout:find")}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search size={17} aria-hidden />}
        onClick={openPalette}
      />
      <UserMenu placement="bottom-end" />
    </header>
  );
}

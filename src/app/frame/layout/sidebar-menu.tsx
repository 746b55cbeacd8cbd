import { Link, useLocation } from "wouter";
import { css, cx } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { useStanding } from "../../state/standing.tsx";
import { useOffers } from "../../data/use-offers.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ChevronRight } from "../../ui/icons.tsx";
import { Menu } from "../../ui/menu.tsx";
import { type MenuEntry, entryOf, menuEntries } from "./menu-entries.tsx";

const SavedViews = lazyPart(async () => (await import("../../lists/saved-views/saved-views.tsx")).SavedViews, {
  words: ["views"],
  instead: ({ wide }) => (wide ? <LostPart /> : null),
});

const ToDecide = lazyPart(async () => (await import("./to-decide.tsx")).ToDecide, { instead: () => null });

const list = css({ display: "flex", flexDirection: "column", gap: "0.5", px: "3" });
const item = css({
  position: "relative",
  display: "flex",
  alignItems: "center",
  gap: "3",
  width: "full",
  minHeight: "9",
  px: "3",
  borderRadius: "control",
  textStyle: "md",
  fontWeight: "medium",
  color: "ink.muted",
  textAlign: "start",
  whiteSpace: "nowrap",
  transition: "background-color, color",
  transitionDuration: "fast",
  _hover: { bg: "hover", color: "ink" },
  _focusVisible: { outlineOffset: "-2px" },
  _expanded: { bg: "hover", color: "ink" },
  "&[aria-current]": {
    bg: "accent.soft",
    color: "accent",
  },
  "& svg": { flexShrink: "0" },
  _touch: { minHeight: "control" },
});
const narrow = css({ justifyContent: "center", px: "0" });
const word = css({ flex: "1", minWidth: "0", overflow: "hidden", textOverflow: "ellipsis" });
const hidden = css({ srOnly: true });
const divider = css({ height: "px", width: "full", border: "0", bg: "line", my: "2" });

function Entry({ entry, current, wide, stands }: { entry: MenuEntry; current: boolean; wide: boolean; stands: boolean }) {
  const { t } = useTranslation("layout");
  const label = t(`entries.${entry.label}`);
  const Icon = entry.icon;
  const inside = (
    <>
      <Icon size={17} strokeWidth={1.75} aria-hidden />
      <span className={wide ? word : hidden}>{label}</span>
      {stands && entry.offeredBy === "approvals" ? <ToDecide wide={wide} /> : null}
    </>
  );
  const shared = {
    className: cx(item, !wide && narrow),
    "aria-current": current ? "page" : undefined,
    title: wide ? undefined : label,
  } as const;
  if (!entry.flyout) {
    return (
      <Link href={entry.path} {...shared}>
        {inside}
      </Link>
    );
  }
  return (
    <Menu
      label={label}
      placement="right-start"
      items={entry.flyout.map((child) => ({ is: "link", key: child.path, label: t(`entries.${child.label}`), href: child.path }))}
      renderTrigger={(attributes) => (
        <button type="button" {...attributes} {...shared}>
          {inside}
          {wide ? <ChevronRight size={15} aria-hidden /> : null}
        </button>
      )}
    />
  );
}

/** The menu's entries; `wide` shows labels, else icons only. */
export function SidebarMenu({ wide }: { wide: boolean }) {
  const [path] = useLocation();
  const stands = useStanding();
  const offers = useOffers();
  const current = entryOf(path);
  return (
    <>
      <div className={list}>
        {menuEntries
          .filter(({ offeredBy }) => offeredBy === undefined || offers(offeredBy))
          .map((entry) => (
            <div key={entry.path}>
              {entry.apart ? <hr className={divider} /> : null}
              <Entry entry={entry} current={entry === current} wide={wide} stands={stands} />
            </div>
          ))}
      </div>
      {stands ? <SavedViews wide={wide} /> : null}
    </>
  );
}

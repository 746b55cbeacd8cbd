import { useRef, useState } from "react";
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { useHere } from "../../data/use-here.ts";
import { useKeptColumns } from "../../data/use-kept-columns.ts";
import { type SavedView, useSavedViews } from "../../data/use-saved-views.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { NameDialog } from "../../parts/name-dialog.tsx";
import { Bookmark, BookmarkPlus, Pencil, Trash2 } from "../../ui/more-icons.ts";
import { Menu, type MenuItem } from "../../ui/menu.tsx";
import { MoreMenu } from "../../ui/more-menu.tsx";
import { toast } from "../../ui/toast.ts";
import { isFilteredList, tableAt } from "./here.ts";

const part = css({ display: "flex", flexDirection: "column", gap: "0.5", px: "3" });
const rule = css({ height: "px", width: "full", border: "0", bg: "line", my: "2" });
const title = css({ px: "3", pb: "1", textStyle: "xs", fontWeight: "medium", color: "ink.muted" });
const row = css({ display: "flex", alignItems: "center", gap: "1" });
const item = css({
  display: "flex",
  alignItems: "center",
  gap: "3",
  flex: "1",
  minWidth: "0",
  minHeight: "9",
  px: "3",
  borderRadius: "control",
  textStyle: "md",
  color: "ink.muted",
  textAlign: "start",
  _hover: { bg: "hover", color: "ink" },
  _focusVisible: { outlineOffset: "-2px" },
  "&[aria-current]": { bg: "accent.soft", color: "accent" },
  "& svg": { flexShrink: "0" },
  _touch: { minHeight: "control" },
});
const narrow = css({ justifyContent: "center", px: "0" });
const word = css({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" });

/**
 * Moves focus to the next view on removal, else to the previous one or to the menu. Looks them up before the removal;
 * returns the function that moves it.
 */
function leaveFocusOf(list: HTMLElement | null, at: number): () => void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>("[aria-haspopup=menu]") ?? [])];
  const own = buttons[at];
  const above = list?.previousElementSibling?.querySelectorAll<HTMLElement>("a");
  const next = buttons[at + 1] ?? buttons[at - 1] ?? [...(above ?? [])].at(-1);
  return () => {
    if (document.activeElement === document.body || document.activeElement === own) next?.focus();
  };
}

/** The list's current columns as a view stores them; undefined if they can't be chosen or aren't known yet. */
function useColumnsAt(here: string): SavedView["columns"] {
  const kept = useKeptColumns();
  const table = tableAt(here);
  return kept && table ? (kept[table] ?? "usual") : undefined;
}

type Naming = { readonly is: "new"; readonly href: string } | { readonly is: "rename"; readonly view: SavedView };

/** The admin's saved views, and a way to save the current list; `wide` shows labels. */
export function SavedViews({ wide }: { wide: boolean }) {
  const { t } = useTranslation("views");
  const here = useHere();
  const { views: known, save, rename, remove } = useSavedViews();
  const views = known ?? [];
  const columns = useColumnsAt(here);
  const [naming, setNaming] = useState<Naming>();
  const place = useRef<HTMLDivElement>(null);
  const unsaved = isFilteredList(here) && !views.some(({ href }) => href === here) ? here : undefined;
  if (views.length === 0 && unsaved === undefined && !naming) return null;

  const forget = (view: SavedView) => {
    const goOn = leaveFocusOf(place.current, views.indexOf(view));
    remove(view.id).then(goOn, () => toast({ tone: "failed", title: t("failed") }));
  };
  const keep = async (given: Naming, name: string): Promise<string | undefined> => {
    if (given.is === "rename") return (await rename(given.view.id, name)) ? undefined : t("gone");
    return (await save(name, given.href, columns)) ? undefined : t("tooMany");
  };
  const changes = (view: SavedView): MenuItem[] => [
    {
      is: "action",
      key: "rename",
      label: t("rename"),
      icon: <Pencil size={16} aria-hidden />,
      onSelect: () => setNaming({ is: "rename", view }),
    },
    { is: "action", key: "remove", label: t("remove"), icon: <Trash2 size={16} aria-hidden />, onSelect: () => forget(view) },
  ];
  const collapsed = (): MenuItem[] => [
    ...views.map((view) => ({ is: "link" as const, key: view.id, label: view.name, href: view.href })),
    ...(unsaved === undefined
      ? []
      : [{ is: "action" as const, key: "save", label: t("save"), onSelect: () => setNaming({ is: "new", href: unsaved }) }]),
  ];

  return (
    <div ref={place} className={part}>
      <hr className={rule} />
      {wide ? (
        <>
          {views.length > 0 ? (
            <p className={title} id="saved-views">
              {t("title")}
            </p>
          ) : null}
          {views.map((view) => (
            <div key={view.id} className={row}>
              <Link href={view.href} className={item} aria-current={view.href === here ? "true" : undefined} title={view.name}>
                <Bookmark size={16} strokeWidth={1.75} aria-hidden />
                <span className={word}>{view.name}</span>
              </Link>
              <MoreMenu label={t("changes", { name: view.name })} items={() => changes(view)} />
            </div>
          ))}
          {unsaved === undefined ? null : (
            <button type="button" className={item} onClick={() => setNaming({ is: "new", href: unsaved })}>
              <BookmarkPlus size={16} strokeWidth={1.75} aria-hidden />
              {t("save")}
            </button>
          )}
        </>
      ) : (
        <Menu
          label={t("title")}
          placement="right-start"
          items={collapsed}
          renderTrigger={(attributes) => (
            <button type="button" {...attributes} className={cx(item, narrow)} aria-label={t("title")} title={t("title")}>
              <Bookmark size={17} strokeWidth={1.75} aria-hidden />
            </button>
          )}
        />
      )}
      {naming ? (
        <NameDialog
          title={naming.is === "new" ? t("saveTitle") : t("renameTitle")}
          words={{ name: t("name"), hint: t("untilSignOut"), keep: t("keep"), unnamed: t("unnamed"), failed: t("failed") }}
          before={naming.is === "new" ? "" : naming.view.name}
          onName={(name) => keep(naming, name)}
          onClose={() => {
            setNaming(undefined);
          }}
        />
      ) : null}
    </div>
  );
}

import { useEffect, useRef } from "react";
import { css } from "#styled/css";
import { PinButton } from "../../cases/pin-button.tsx";
import { useObservable } from "../../data/use-observable.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Download } from "../../ui/icons.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Copy, X } from "../../ui/more-icons.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { MatchingLine, type MatchingOffer } from "./matching-line.tsx";
import { type CopyFormat, linkRowsAtMost } from "./row-formats.ts";
import { type SelectableList, toBar } from "./selection-keys.ts";
import { SumsLine } from "./sums-line.tsx";

/** Sticky below the list. */
const bar = css({
  position: "sticky",
  bottom: "3",
  // Above the open case's bar.
  "html:has([data-case-bar]) &": { bottom: "[calc(3.5rem + env(safe-area-inset-bottom))]" },
  zIndex: "sticky",
  display: "flex",
  flexDirection: "column",
  gap: "2",
  px: "4",
  py: "2",
  bg: "raised",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  boxShadow: "raised",
  _print: { display: "none" },
});
const top = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "4", rowGap: "2" });
const told = css({ flex: "[1 1 12rem]", minWidth: "0" });
const count = css({ textStyle: "md", fontWeight: "medium", fontVariantNumeric: "tabular-nums lining-nums" });
const actions = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const note = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
/** A tablet has no room for the head with the box that selects all, and no Ctrl A. */
const forTouch = css({ "@media not (pointer: coarse)": { display: "none" } });

interface SelectionBarProps {
  list: SelectableList;
  /** Number of rows loaded in the list. */
  loaded: number;
  /** Whether the selected rows have amounts. */
  sums: boolean;
  onCopy: (format: CopyFormat) => void;
  onExport: () => void;
  /** Returns focus to the list. */
  onLeave: () => void;
  offer: MatchingOffer | undefined;
}

/** Selection count, sums and actions (FIND-1). */
export function SelectionBar({ list, loaded, sums, onCopy, onExport, onLeave, offer }: SelectionBarProps) {
  const { t } = useTranslation("selection");
  const format = useFormat();
  const { selection } = list;
  useObservable(selection.version);
  const choosing = useObservable(selection.choosing);
  const { gone, gaps } = useObservable(selection.note);
  const place = useRef<HTMLDivElement>(null);
  const { size } = selection;
  const isShown = size > 0 || choosing || gone > 0;
  useEffect(() => {
    const element = place.current;
    if (!isShown || !element) return;
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener(toBar, () => element.querySelector<HTMLElement>("button")?.focus(), { signal });
    element.addEventListener(
      "keydown",
      (event) => {
        if (event.defaultPrevented || (event.key !== "F6" && event.key !== "Escape")) return;
        event.preventDefault();
        if (event.key === "Escape") selection.clear();
        onLeave();
      },
      { signal },
    );
    return () => stop.abort();
  }, [isShown, selection, onLeave]);

  const words = t("count", { selected: format.number(size), loaded: format.number(loaded) });
  return (
    <>
      {/* For the list, too, which is drawn anew with this bar. */}
      <KeepFocus />
      {/* Rendered before it has text: a status inserted together with its text isn't announced. */}
      <VisuallyHidden>
        <span role="status">{isShown ? words : ""}</span>
      </VisuallyHidden>
      {isShown ? (
        <div ref={place} role="region" aria-label={t("label")} className={bar}>
          <div className={top}>
            <div className={told}>
              <p className={count}>{words}</p>
              {sums ? <SumsLine selection={selection} /> : null}
            </div>
            <div className={actions}>
              {size > 0 ? (
                <>
                  <Menu
                    label={t("copy.menu")}
                    placement="top-start"
                    items={() => [
                      { is: "action", key: "text", label: t("copy.text"), onSelect: () => onCopy("text") },
                      { is: "action", key: "tsv", label: t("copy.tsv"), onSelect: () => onCopy("tsv") },
                      { is: "action", key: "json", label: t("copy.json"), onSelect: () => onCopy("json") },
                      {
                        is: "action",
                        key: "link",
                        label: t("copy.link"),
                        off: size > linkRowsAtMost ? t("copy.tooManyForLink", { most: format.number(linkRowsAtMost) }) : undefined,
                        onSelect: () => onCopy("link"),
                      },
                    ]}
                    renderTrigger={(attributes) => (
                      <Button {...attributes} icon={<Copy size={16} aria-hidden />}>
                        {t("copy.menu")}
                      </Button>
                    )}
                  />
                  <Button icon={<Download size={16} aria-hidden />} onClick={onExport}>
                    {t("export.button")}
                  </Button>
                  <PinButton onPin={() => list.pin(undefined)} />
                </>
              ) : null}
              <IconButton
                label={t("clear")}
                icon={<X size={16} aria-hidden />}
                onClick={() => {
                  selection.clear();
                  onLeave();
                }}
              />
              {/* Last: the bar gives the focus to its first button. */}
              <Button className={forTouch} onClick={list.selectAll}>
                {t("all")}
              </Button>
            </div>
          </div>
          {offer ? <MatchingLine {...offer} loaded={loaded} /> : null}
          {gaps > 0 ? <p className={note}>{t("gaps", { count: gaps })}</p> : null}
          {gone > 0 ? <p className={note}>{t("gone", { count: gone })}</p> : null}
        </div>
      ) : null}
    </>
  );
}

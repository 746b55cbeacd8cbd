import { useLayoutEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import { type ColumnChoice, type ColumnTable, useKeptColumns } from "../../data/use-kept-columns.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ArrowUp } from "../../ui/icons.tsx";
import { ArrowDown } from "../../ui/more-icons.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { useColumnChoice } from "./use-column-choice.ts";
import { type Column, moved, orderOf, shownOf, withShown } from "./column-choice.ts";

const list = css({ display: "flex", flexDirection: "column", gap: "0.5", marginBottom: "3" });
const item = css({ display: "flex", alignItems: "center", gap: "1", "&[data-dragged]": { bg: "hover", borderRadius: "control" } });
const grip = css({
  display: "flex",
  alignItems: "center",
  alignSelf: "stretch",
  px: "1",
  cursor: "grab",
  touchAction: "none",
  color: "ink.muted",
  _touch: { px: "3" },
});
const box = css({ flex: "1", minWidth: "0" });

interface ColumnsPanelProps<Name extends string> {
  table: ColumnTable;
  columns: readonly Column<Name>[];
  labelOf: (name: Name) => string;
}

/** Chooses a table's columns and their order, by pointer and keyboard (FIND-3). */
export function ColumnsPanel<Name extends string>(props: ColumnsPanelProps<Name>) {
  const kept = useKeptColumns();
  return kept ? <Choices {...props} kept={kept[props.table]} /> : null;
}

function Choices<Name extends string>({ table, columns, labelOf, kept }: ColumnsPanelProps<Name> & { kept: ColumnChoice | undefined }) {
  const { t } = useTranslation("columns");
  const { choice, show, keep, drop } = useColumnChoice(table, kept);
  const [dragged, setDragged] = useState<Name>();
  const [said, setSaid] = useState("");
  const items = useRef<HTMLUListElement>(null);
  const focusLater = useRef<string>(undefined);
  const order = orderOf(columns, choice);
  const shown = shownOf(columns, choice);

  // Keep the focus on a button that moved with its column.
  useLayoutEffect(() => {
    const label = focusLater.current;
    focusLater.current = undefined;
    if (label === undefined) return;
    [...(items.current?.querySelectorAll("button") ?? [])].find((button) => button.getAttribute("aria-label") === label)?.focus();
  });

  const tell = (name: Name, to: number): void => setSaid(t("moved", { column: labelOf(name), place: to + 1, of: order.length }));
  const moveTo = (name: Name, to: number, label: string): void => {
    if (to < 0 || to >= order.length) return;
    focusLater.current = label;
    keep(moved(columns, choice, name, to));
    tell(name, to);
  };
  const placeAt = (y: number): number => {
    const rows = [...(items.current?.children ?? [])];
    const under = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
    return under === -1 ? rows.length - 1 : under;
  };

  return (
    <>
      <ul ref={items} className={list}>
        {order.map((name, place) => {
          const what = { column: labelOf(name) };
          const isShown = shown.includes(name);
          const [up, down] = [t("up", what), t("down", what)];
          return (
            <li key={name} className={item} data-dragged={dragged === name || undefined}>
              <span
                className={grip}
                aria-hidden
                title={t("drag")}
                onPointerDown={(event) => {
                  if (event.button !== 0) return;
                  event.preventDefault();
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setDragged(name);
                }}
                onPointerMove={(event) => {
                  const to = placeAt(event.clientY);
                  if (dragged === name && to !== place) show(moved(columns, choice, name, to));
                }}
                onPointerUp={() => {
                  if (dragged !== name) return;
                  setDragged(undefined);
                  keep(choice);
                  tell(name, place);
                }}
                onPointerCancel={() => {
                  setDragged(undefined);
                  drop();
                }}
              >
                ⠿
              </span>
              <span className={box}>
                <Checkbox
                  label={what.column}
                  checked={isShown}
                  disabled={isShown && shown.length === 1}
                  onChange={(on) => keep(withShown(columns, choice, name, on))}
                />
              </span>
              <IconButton
                label={up}
                aria-disabled={place === 0 || undefined}
                icon={<ArrowUp size={16} aria-hidden />}
                onClick={() => moveTo(name, place - 1, up)}
              />
              <IconButton
                label={down}
                aria-disabled={place === order.length - 1 || undefined}
                icon={<ArrowDown size={16} aria-hidden />}
                onClick={() => moveTo(name, place + 1, down)}
              />
            </li>
          );
        })}
      </ul>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <Button size="small" off={choice === undefined ? t("isUsual") : undefined} onClick={() => keep(undefined)}>
        {t("reset")}
      </Button>
    </>
  );
}

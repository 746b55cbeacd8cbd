import { Combobox as Ark, createListCollection } from "@ark-ui/react/combobox";
import { useEffect, useMemo, useRef, useState } from "react";
import { cx, sva } from "#styled/css";
import { formatOf } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { localeOf } from "../../words/language.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { controlLook } from "../../ui/field.tsx";
import { onceInPlace } from "../../ui/placed.ts";
import { zoneNames, zonesFor } from "./zone-names.ts";
import { verbatim } from "../../ui/verbatim.ts";

const slots = sva({
  slots: ["root", "label", "place", "list", "option", "offset", "none"],
  base: {
    root: { display: "flex", flexDirection: "column", gap: "1.5", minWidth: "0" },
    label: { textStyle: "sm", fontWeight: "medium" },
    place: { zIndex: "menu!" },
    list: {
      width: "[var(--reference-width)]",
      minWidth: "[min(16rem, calc(100vw - 2rem))]",
      maxHeight: "[min(20rem, var(--available-height))]",
      overflowY: "auto",
      p: "1",
      bg: "raised",
      borderRadius: "panel",
      boxShadow: "raised",
      outline: "none",
      _forcedColors: { border: "1px solid" },
    },
    option: {
      display: "flex",
      justifyContent: "space-between",
      gap: "3",
      alignItems: "center",
      minHeight: "8",
      px: "2.5",
      py: "1",
      borderRadius: "control",
      textStyle: "md",
      cursor: "pointer",
      "&[data-highlighted]": { bg: "hover", _forcedColors: { outline: "2px solid Highlight" } },
      _touch: { minHeight: "control" },
    },
    offset: { flexShrink: "0", textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" },
    none: { px: "2.5", py: "2", textStyle: "sm", color: "ink.muted" },
  },
});
const look = slots();

/** Maximum options shown at once; typing narrows them. */
const shownAtMost = 60;

/** Search among all time zones; each with its current offset. */
export function ZoneSearch({ label, onChoose }: { label: string; onChoose: (zone: string) => void }) {
  const { t, language } = useTranslation("settings");
  const now = useNow();
  const zones = useMemo(() => zoneNames(), []);
  const input = useRef<HTMLInputElement>(null);
  // Opened by choosing another zone, so focus the input.
  useEffect(() => input.current?.focus(), []);
  const [typed, setTyped] = useState("");
  const [pointed, setPointed] = useState<string | null>(null);
  const found = useMemo(() => zonesFor(typed, zones).slice(0, shownAtMost), [typed, zones]);
  const collection = useMemo(() => createListCollection({ items: found }), [found]);
  return (
    <Ark.Root
      className={look.root}
      collection={collection}
      // Enter takes the highlighted option, else the first one, never one no longer listed.
      highlightedValue={found.find((zone) => zone === pointed) ?? found[0] ?? null}
      onHighlightChange={({ highlightedValue }) => setPointed(highlightedValue)}
      openOnClick
      defaultOpen
      positioning={{ placement: "bottom-start", gutter: 4 }}
      onInputValueChange={({ inputValue }) => {
        setTyped(inputValue);
        setPointed(null);
      }}
      onValueChange={({ value: [zone] }) => {
        if (zone !== undefined) onChoose(zone);
      }}
    >
      <Ark.Label className={look.label}>{label}</Ark.Label>
      <Ark.Control>
        <Ark.Input ref={input} className={controlLook} placeholder={t("zone.placeholder")} {...verbatim} />
      </Ark.Control>
      <Ark.Positioner className={cx(look.place, onceInPlace)}>
        <Ark.Content className={look.list}>
          {found.map((zone) => (
            <Ark.Item key={zone} item={zone} className={look.option}>
              <Ark.ItemText>{zone.replaceAll("_", " ")}</Ark.ItemText>
              <span className={look.offset}>{formatOf(localeOf(language), zone).offsetAt(now)}</span>
            </Ark.Item>
          ))}
          {found.length === 0 ? <p className={look.none}>{t("zone.unknown", { text: typed })}</p> : null}
        </Ark.Content>
      </Ark.Positioner>
    </Ark.Root>
  );
}

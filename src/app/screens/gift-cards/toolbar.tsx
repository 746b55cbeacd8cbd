import { useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import { cardTypes } from "../../../contract/gift-cards.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useMutationOff } from "../../parts/mutation-button.tsx";
import { Button } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.tsx";
import { Plus, Upload } from "../../ui/more-icons.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import type { ListView } from "./list-view.ts";

/** D2 §9: search debounce, in ms. */
const debounceMs = 350;

const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "flex-end", gap: "2", _print: { display: "none" } });
const choice = css({ width: "44", smDown: { width: "full" } });
const actions = css({
  display: "flex",
  flexWrap: "wrap",
  gap: "2",
  marginInlineStart: "auto",
  smDown: { width: "full", "& > *": { flex: "1 1 auto" } },
});

interface ToolbarProps {
  view: ListView;
  /** The host's card types that aren't in the document. */
  others: readonly string[];
  onChange: (to: Partial<ListView>) => void;
  onAdd: () => void;
  onBulk: () => void;
  onExport: () => void;
}

/** Card type filter, search, and the actions on the table (GIFT-2). */
export function Toolbar({ view, others, onChange, onAdd, onBulk, onExport }: ToolbarProps) {
  const { t } = useTranslation("giftCards");
  const off = useMutationOff("canManageFees");
  const [text, setText] = useState(view.search);
  const [followed, setFollowed] = useState(view.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The search changed elsewhere, such as by the browser's back button.
  if (followed !== view.search) {
    setFollowed(view.search);
    if (plainText(text) !== view.search) setText(view.search);
  }
  const apply = (value: string) => {
    clearTimeout(timer.current);
    const search = plainText(value);
    if (search !== view.search) onChange({ search });
  };
  const later = useRef(apply);
  useEffect(() => {
    later.current = apply;
  });
  const known = [...cardTypes, ...others];
  // As an address may write it, or name one that nobody has.
  const chosen = known.find((type) => type.toUpperCase() === view.cardType.toUpperCase()) ?? view.cardType;
  const types = chosen === "" || known.includes(chosen) ? known : [...known, chosen];
  return (
    <div className={bar} role="search" aria-label={t("toolbar.label")}>
      <div className={choice}>
        <SelectField
          label={t("toolbar.cardType")}
          options={[{ value: "", label: t("toolbar.all") }, ...types.map((type) => ({ value: type, label: type }))]}
          value={chosen}
          onChange={(event) => onChange({ cardType: event.target.value })}
        />
      </div>
      <SearchBox
        label={t("toolbar.search")}
        placeholder={t("toolbar.placeholder")}
        width="narrow"
        value={text}
        onText={(value) => {
          setText(value);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => later.current(value), debounceMs);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply(text);
        }}
      />
      <div className={actions}>
        <Button icon={<Download size={16} aria-hidden />} onClick={onExport}>
          {t("toolbar.export")}
        </Button>
        <Button icon={<Upload size={16} aria-hidden />} off={off} onClick={onBulk}>
          {t("toolbar.bulk")}
        </Button>
        <Button kind="primary" icon={<Plus size={16} aria-hidden />} off={off} onClick={onAdd}>
          {t("toolbar.add")}
        </Button>
      </div>
    </div>
  );
}

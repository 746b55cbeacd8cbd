import { NumberField } from "../ui/number-field.tsx";
import { useDayWords } from "../format/use-day-words.ts";
import { useFormat } from "../format/use-format.ts";
import { useNow } from "../format/use-now.ts";
import { useTranslation } from "../words/use-translation.ts";
import { type Option, SelectField } from "../ui/select-field.tsx";
import { TextField } from "../ui/text-field.tsx";
import { upperCase } from "../ui/upper-case.ts";
import { ActiveFilters } from "./active-filters.tsx";
import { FilterFields } from "./filter-fields.tsx";
import type { Draft } from "./filters.ts";
import { verbatim } from "../ui/verbatim.ts";

/** How a filter is edited in the panel and shown on its chip. */
export type Control<Name extends string> = { readonly label: string } & (
  | { readonly is: "text"; readonly maxLength: number; readonly hint?: string; readonly isUpper?: true }
  /** `options` excludes "Any"; `wordOf` labels other values an address may contain. */
  | { readonly is: "choice"; readonly options: readonly Option[]; readonly wordOf?: (value: string) => string }
  /** A day; the picker is bounded by the filter at the other end of its period. */
  | { readonly is: "day"; readonly after?: Name; readonly before?: Name }
  | { readonly is: "amount" }
  /** Not in the panel: set by the search box or an address. */
  | { readonly is: "elsewhere"; readonly holds: "text" | "amount" | "ids" }
);

export type Controls<Name extends string> = Readonly<Record<Name, Control<Name>>>;

/** The label of a choice's value, which an address or the search may name though it isn't offered. */
const choiceWord = ({ options, wordOf }: Extract<Control<string>, { is: "choice" }>, value: string): string =>
  options.find((option) => option.value === value)?.label ?? wordOf?.(value) ?? value;

const isAmount = (control: Control<string>): boolean =>
  control.is === "amount" || (control.is === "elsewhere" && control.holds === "amount");

interface FilterFieldProps<Name extends string> {
  name: Name;
  control: Control<Name>;
  draft: Draft<Name>;
  onText: (text: string) => void;
}

function FilterField<Name extends string>({ name, control, draft, onText }: FilterFieldProps<Name>) {
  const { t } = useTranslation("common");
  const { label } = control;
  const value = draft[name];
  switch (control.is) {
    case "text": {
      const onChange = ({ target }: { target: HTMLInputElement }) => onText(control.isUpper ? upperCase(target) : target.value);
      return (
        <TextField
          label={label}
          value={value}
          maxLength={control.maxLength}
          hint={control.hint}
          {...verbatim}
          autoCapitalize={control.isUpper ? "characters" : undefined}
          onChange={onChange}
        />
      );
    }
    case "choice": {
      const offered = [{ value: "", label: t("any") }, ...control.options];
      const isOffered = offered.some((option) => option.value === value);
      return (
        <SelectField
          label={label}
          options={isOffered ? offered : [...offered, { value, label: choiceWord(control, value) }]}
          value={value}
          onChange={({ target }) => onText(target.value)}
        />
      );
    }
    case "day":
      return (
        <TextField
          type="date"
          label={label}
          value={value}
          min={control.after && (draft[control.after] || undefined)}
          max={control.before && (draft[control.before] || undefined)}
          onChange={({ target }) => onText(target.value)}
        />
      );
    case "amount":
      return <NumberField label={label} value={value} onChange={onText} />;
    case "elsewhere":
      return null;
  }
}

interface FilterPanelProps<Name extends string> {
  id: string;
  names: readonly Name[];
  controls: Controls<Name>;
  draft: Draft<Name>;
  onChange: (name: Name, text: string) => void;
  onClear: () => void;
}

/** A field for each filter; nothing is queried before "Apply Filters". Goes in the list's form. */
export function FilterPanel<Name extends string>({ id, names, controls, draft, onChange, onClear }: FilterPanelProps<Name>) {
  const { t } = useTranslation("common");
  const format = useFormat();
  const now = useNow();
  const hasDays = names.some((name) => controls[name].is === "day");
  return (
    <FilterFields
      id={id}
      zone={hasDays ? t("filters.zone", { zone: format.zoneAt(now) }) : ""}
      clear={t("filters.clear")}
      apply={t("filters.apply")}
      onClear={onClear}
    >
      {names.map((name) => (
        <FilterField key={name} name={name} control={controls[name]} draft={draft} onText={(text) => onChange(name, text)} />
      ))}
    </FilterFields>
  );
}

interface FilterChipsProps<Name extends string> {
  /** Names of the active filters. */
  active: readonly Name[];
  controls: Controls<Name>;
  applied: Draft<Name>;
  onRemove: (name: Name) => void;
  /** Undefined if the open panel has its own clear button. */
  onClear: (() => void) | undefined;
}

/** The active filters as removable chips. */
export function FilterChips<Name extends string>({ active, controls, applied, onRemove, onClear }: FilterChipsProps<Name>) {
  const { t } = useTranslation("common");
  const format = useFormat();
  const dayWords = useDayWords();
  const valueOf = (name: Name): string => {
    const control = controls[name];
    const value = applied[name];
    if (control.is === "choice") return choiceWord(control, value);
    if (control.is === "day") return dayWords(value);
    if (isAmount(control)) return format.exact(value);
    const count = value.split(" ").length;
    return control.is === "elsewhere" && control.holds === "ids" && count > 3 ? format.number(count) : value;
  };
  return (
    <ActiveFilters
      label={t("filters.active")}
      names={active}
      wordsOf={(name) => ({ label: controls[name].label, value: valueOf(name) })}
      onRemove={onRemove}
      clear={t("filters.clear")}
      onClear={onClear}
    />
  );
}

import { useState } from "react";
import { css } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { deviceZone, zoneOf } from "../../state/settings.ts";
import { SelectField } from "../../ui/select-field.tsx";

const ZoneSearch = lazyPart(async () => (await import("./zone-search.tsx")).ZoneSearch, { instead: LostPart });

const field = css({ display: "flex", flexDirection: "column", gap: "2", minWidth: "0" });

/** Zones with a named option: Lagos first, then the documents'. */
const named = ["Africa/Lagos", "UTC", "EST", "PST", deviceZone] as const;
const other = "other";

interface ZoneFieldProps {
  label: string;
  hint: string;
  /** As read by `zoneOf`; "" for none. */
  value: string;
  /** Label of "none", if that may be chosen. */
  none?: string;
  onChange: (zone: string) => void;
}

/** A time zone: a named one, the device's, or any other by search (FIND-9). */
export function ZoneField({ label, hint, value, none, onChange }: ZoneFieldProps) {
  const { t } = useTranslation("settings");
  const [searching, setSearching] = useState(false);
  const names: Record<(typeof named)[number], string> = {
    "Africa/Lagos": t("zones.Lagos"),
    UTC: t("zones.UTC"),
    EST: t("zones.EST"),
    PST: t("zones.PST"),
    [deviceZone]: t("zone.device", { zone: zoneOf(deviceZone) }),
  };
  const isNamed = value === "" || named.some((one) => one === value);
  return (
    <div className={field}>
      <SelectField
        label={label}
        hint={hint}
        value={searching ? other : value}
        options={[
          ...(none === undefined ? [] : [{ value: "", label: none }]),
          ...named.map((zone) => ({ value: zone, label: names[zone] })),
          ...(isNamed ? [] : [{ value, label: value.replaceAll("_", " ") }]),
          { value: other, label: t("zone.other") },
        ]}
        onChange={({ target }) => {
          setSearching(target.value === other);
          if (target.value !== other) onChange(target.value);
        }}
      />
      {searching ? (
        <ZoneSearch
          label={t("zone.search", { what: label })}
          onChoose={(zone) => {
            setSearching(false);
            onChange(zone);
          }}
        />
      ) : null}
    </div>
  );
}

import { Search, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { css, cx } from "#styled/css";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { controlLook } from "../../ui/field.tsx";
import { AuditFilterPanel } from "./audit-filter-panel.tsx";
import { type AuditDraft, type AuditFilterName, auditFilterNames, type AuditTab, emptyDraft } from "./audit-params.ts";
import { actionWord, outcomeWord } from "./log-row.ts";

const form = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const box = css({ position: "relative", flex: "1", minWidth: "48", maxWidth: "112" });
const glass = css({
  position: "absolute",
  insetStart: "2.5",
  top: "0",
  bottom: "0",
  display: "flex",
  alignItems: "center",
  color: "ink.muted",
  pointerEvents: "none",
});
const searchBox = cx(controlLook, css({ paddingInlineStart: "8" }));
const count = css({ color: "accent", fontVariantNumeric: "tabular-nums" });
const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const atEnd = css({ display: "flex", flexWrap: "wrap", gap: "2", marginInlineStart: "auto" });

interface AuditBarProps {
  tab: AuditTab;
  applied: AuditDraft;
  onApply: (draft: AuditDraft) => void;
  /** The buttons at the bar's end. */
  children: ReactNode;
}

/** The search box, the filter panel and the chips of what is active (AUD-1). */
export function AuditBar({ tab, applied, onApply, children }: AuditBarProps) {
  const { t } = useTranslation(["audit", "common"]);
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(applied);
  const [draftedFor, setDraftedFor] = useState(applied);
  // What is applied changed elsewhere, as by a chip or the browser's back button: the fields follow it.
  if (draftedFor !== applied) {
    setDraftedFor(applied);
    setDraft(applied);
  }
  const change = (name: AuditFilterName, value: string) => setDraft({ ...draft, [name]: value });
  const clear = () => {
    setDraft(emptyDraft);
    onApply(emptyDraft);
  };
  const active = auditFilterNames.filter((name) => applied[name] !== "");
  const words = (name: AuditFilterName): string => {
    const value = applied[name];
    if (name === "action") return actionWord(t, value);
    if (name === "outcome") return outcomeWord(t, value);
    return name === "alerts" ? t("filters.onlyAlerts") : value;
  };
  return (
    <form
      role="search"
      aria-label={t("filters.region")}
      className={form}
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
    >
      <div className={bar}>
        <span className={box}>
          <span className={glass}>
            <Search size={16} aria-hidden />
          </span>
          <input
            type="search"
            enterKeyHint="search"
            aria-label={t("search.label")}
            placeholder={t("search.placeholder")}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            className={searchBox}
            value={draft.q}
            onChange={(event) => change("q", event.target.value)}
          />
        </span>
        <Button
          icon={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? "audit-filters" : undefined}
          onClick={() => setOpen(!open)}
        >
          {t("filters.toggle")}
          {active.length > 0 ? (
            <span className={count} aria-hidden="true">
              {active.length}
            </span>
          ) : null}
        </Button>
        <div className={atEnd}>{children}</div>
      </div>
      {open ? <AuditFilterPanel tab={tab} draft={draft} onChange={change} onClear={clear} /> : null}
      {active.length > 0 ? (
        <div className={chips} role="group" aria-label={t("filters.active")}>
          {active.map((name) => (
            <Chip key={name} label={t(`filters.${name}`)} value={words(name)} onRemove={() => onApply({ ...applied, [name]: "" })} />
          ))}
          {open ? null : (
            <Button kind="quiet" size="small" onClick={clear}>
              {t("filters.clear")}
            </Button>
          )}
        </div>
      ) : null}
    </form>
  );
}

import { Search, SlidersHorizontal, UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { paths } from "../../links.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { controlLook } from "../../ui/field.tsx";
import { UserChips } from "./user-chips.tsx";
import { UsersFilterPanel } from "./users-filter-panel.tsx";
import { emptyDraft, type UserFilterDraft, type UserFilterName, userFilterNames } from "./users-params.ts";

const form = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const box = css({ position: "relative", flex: "1", minWidth: "56", maxWidth: "112" });
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
const add = cx(buttonLook({ kind: "primary" }), css({ marginInlineStart: "auto" }));

interface UsersFilterBarProps {
  applied: UserFilterDraft;
  onApply: (draft: UserFilterDraft) => void;
}

/** The search box, the filter panel, the chips of what is active, and the way to a new admin (USER-1, USER-5). */
export function UsersFilterBar({ applied, onApply }: UsersFilterBarProps) {
  const { t } = useTranslation("users");
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(applied);
  const [draftedFor, setDraftedFor] = useState(applied);
  // What is applied changed elsewhere, as by a chip or the browser's back button: the fields follow it.
  if (draftedFor !== applied) {
    setDraftedFor(applied);
    setDraft(applied);
  }
  const change = (name: UserFilterName, value: string) => setDraft({ ...draft, [name]: value });
  const clear = () => {
    setDraft(emptyDraft);
    onApply(emptyDraft);
  };
  const active = userFilterNames.filter((name) => applied[name] !== "");
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
        <Button type="submit">{t("search.submit")}</Button>
        <Button
          icon={<SlidersHorizontal size={16} aria-hidden />}
          aria-expanded={open}
          aria-controls={open ? "users-filters" : undefined}
          onClick={() => setOpen(!open)}
        >
          {t("filters.toggle")}
          {active.length > 0 ? (
            <span className={count} aria-hidden="true">
              {active.length}
            </span>
          ) : null}
        </Button>
        <Link href={paths.createAdmin} className={add}>
          <UserPlus size={16} aria-hidden />
          {t("add")}
        </Link>
      </div>
      {open ? <UsersFilterPanel draft={draft} onChange={change} onClear={clear} /> : null}
      <UserChips applied={applied} onApply={onApply} onClear={open ? undefined : clear} />
    </form>
  );
}

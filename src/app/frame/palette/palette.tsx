import { Dialog as Ark } from "@ark-ui/react/dialog";
import { Portal } from "@ark-ui/react/portal";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { useLocation } from "wouter";
import { sva } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import type { Permission } from "../../../contract/sign-in.ts";
import { useOffers } from "../../data/use-offers.ts";
import { useLook, useRecentlySeen } from "../../data/use-look.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { screenAt, transactionIdIn } from "../../links.ts";
import { lockNow } from "../../data/lock-state.ts";
import { filterOf } from "../../screens/transactions/filter-params.ts";
import { parseQuery } from "../../screens/transactions/query/parse-query.ts";
import { useSession } from "../../state/auth.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Search } from "../../ui/icons.tsx";
import { X } from "../../ui/more-icons.ts";
import { type Choice, groupsFor, toolsIn, toolWords } from "./choices.ts";
import { paletteLook } from "./palette-look.ts";
import { beginVisit, closePalette, openedFrom, palette, typeInPalette } from "../../state/palette-state.ts";
import { recognise } from "../../../db/search/recognise.ts";
import { SearchedWords } from "./searched-words.tsx";
import type { Tool } from "./tools.ts";
import { useCloseRequest } from "../../ui/use-close-request.ts";
import { verbatim } from "../../ui/verbatim.ts";

const slots = sva({
  slots: ["tool", "list", "group", "option", "icon", "label", "detail"],
  base: {
    tool: {
      display: "inline-flex",
      alignItems: "center",
      gap: "1",
      flexShrink: "0",
      maxWidth: "[45%]",
      minHeight: "7",
      px: "2",
      borderRadius: "control",
      bg: "accent.soft",
      color: "accent",
      textStyle: "sm",
      fontWeight: "medium",
      whiteSpace: "nowrap",
    },
    list: { flex: "1", minHeight: "0", overflowY: "auto", overscrollBehavior: "contain", px: "2", pb: "2", scrollPaddingBlock: "2" },
    group: { px: "2.5", pt: "3", pb: "1", textStyle: "xs", fontWeight: "medium", color: "ink.muted" },
    option: {
      display: "flex",
      alignItems: "center",
      gap: "3",
      minHeight: "9",
      px: "2.5",
      py: "1",
      borderRadius: "control",
      cursor: "pointer",
      textStyle: "md",
      "&[aria-selected=true]": { bg: "hover", _forcedColors: { outline: "2px solid Highlight" } },
      _touch: { minHeight: "control" },
      // A phone has no room for details beside the text.
      smDown: { display: "grid", gridTemplateColumns: "[auto minmax(0, 1fr)]", rowGap: "0", py: "1.5" },
    },
    icon: { display: "flex", flexShrink: "0", color: "ink.muted" },
    label: {
      minWidth: "0",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
      fontVariantNumeric: "tabular-nums lining-nums",
      smDown: { whiteSpace: "normal", overflowWrap: "anywhere", lineClamp: "2" },
    },
    detail: {
      flex: "1",
      minWidth: "0",
      textAlign: "end",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
      textStyle: "sm",
      color: "ink.muted",
      fontVariantNumeric: "tabular-nums lining-nums",
      smDown: { gridColumn: "2", textAlign: "start", whiteSpace: "normal", overflowWrap: "anywhere", lineClamp: "2" },
    },
  },
});
const look = slots();

/** Cache search for a text: transactions by its query, and users by its words, or by what follows a tool's name. */
function wantedFor(text: string, words: string, parsed: ReturnType<typeof parseQuery>, hasTool: boolean, mayView: boolean) {
  const isSearched = !hasTool && mayView && text !== "" && parsed.is === "read";
  return { filter: isSearched ? filterOf(parsed.fields) : {}, words };
}

/** Whether an address belongs to the screen at `path`; a transaction opens over its list. */
function isOpen(href: string, path: string): boolean {
  const [to = ""] = href.split("?");
  return screenAt(to) === screenAt(path) && transactionIdIn(to) === undefined;
}

/** Command palette: every screen, every user tool, and everything cached, by typed or pasted text. */
export function Palette() {
  const { t } = useTranslation(["search", "common", "layout", "users", "transactions", "funding"]);
  const [path, navigate] = useLocation();
  const offers = useOffers();
  const permissions = useSession()?.claims?.permissions;
  const may = (permission: Permission): boolean => permissions?.[permission] !== false;
  const format = useFormat();
  const now = useNow();
  const id = useId();
  const { typed } = useSnapshot(palette, { sync: true });
  const [tool, setTool] = useState<Tool>();
  const [activeKey, setActiveKey] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const hasGone = useRef(false);
  useCloseRequest(closePalette);
  /** Enter was pressed before the search answered for this text. */
  const entered = useRef(palette.isEntered ? plainText(palette.typed) : undefined);

  const text = plainText(typed);
  const parsed = parseQuery(text);
  const words = tool ? text : (toolsIn(t, text).find(({ rest }) => rest !== "")?.rest ?? text);
  const { key, looked } = useLook(wantedFor(text, words, parsed, tool !== undefined, may("canViewTransactions")));
  const { search } = useSync();
  useEffect(() => search.warm(), [search]);
  const recent = useRecentlySeen() ?? [];
  const isSettled = looked?.key === key;
  const groups = groupsFor({
    t,
    format,
    now,
    may,
    text,
    parsed,
    recognised: recognise(text),
    tool,
    found: looked?.found,
    isSettled,
    recent: recent.map(({ id: userId, email, username, name, phonenumber, tokens }) => ({
      id: userId,
      email,
      username,
      name,
      phonenumber,
      tokens,
    })),
    offers,
  });
  const choices = groups.flatMap((group) => group.choices);
  const active = choices.find((choice) => choice.key === activeKey) ?? choices[0];
  const firstAwaited = groups.findIndex((group) => group.awaited);
  /** Whether pending results can't displace the highlighted choice. */
  const isSure =
    isSettled || firstAwaited < 0 || groups.findIndex((group) => group.choices.some((choice) => choice === active)) < firstAwaited;

  const type = (next: string) => {
    typeInPalette(next);
    setActiveKey(undefined);
    entered.current = undefined;
  };
  const choose = ({ act }: Choice) => {
    switch (act.is) {
      case "go":
        hasGone.current = true;
        closePalette();
        // Reopening the current screen remounts it, so no field keeps the previous user's data.
        if (isOpen(act.href, path)) beginVisit();
        navigate(act.href, { state: act.state ?? null });
        return;
      case "ask":
        setTool(act.tool);
        type("");
        input.current?.focus();
        return;
      case "type":
        type(act.text);
        input.current?.focus();
        return;
      case "lock":
        closePalette();
        lockNow();
    }
  };
  useEffect(() => {
    if (!isSettled || entered.current !== text) return;
    entered.current = undefined;
    // oxlint-disable-next-line react/set-state-in-effect -- Enter was pressed ahead of the answer, which has come now
    if (active) choose(active);
  });
  const optionId = (choice: Choice): string => `${id}-${choice.key.replaceAll(/[^\w-]/g, "_")}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const move = (to: number) => setActiveKey(choices[(to + choices.length) % Math.max(1, choices.length)]?.key);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // 229: Safari ends a composition before it reports the key that confirms it.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    const at = active ? choices.indexOf(active) : -1;
    switch (event.key) {
      case "ArrowDown":
        move(at + 1);
        break;
      case "ArrowUp":
        move(at - 1);
        break;
      case "PageDown":
        move(Math.min(choices.length - 1, at + 8));
        break;
      case "PageUp":
        move(Math.max(0, at - 8));
        break;
      case "Enter":
        if (isSure && active) choose(active);
        else if (!isSure) entered.current = text;
        break;
      case "Backspace":
        if (typed !== "" || !tool) return;
        setTool(undefined);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  return (
    <Ark.Root
      open
      initialFocusEl={() => input.current}
      finalFocusEl={() => (hasGone.current ? document.querySelector<HTMLElement>("#content") : openedFrom())}
      onOpenChange={(change) => {
        if (!change.open) closePalette();
      }}
    >
      <Portal>
        <Ark.Backdrop className={paletteLook.veil} />
        <Ark.Positioner className={paletteLook.place}>
          <Ark.Content className={paletteLook.frame}>
            <Ark.Title className={paletteLook.title}>{t("palette.title")}</Ark.Title>
            <div className={paletteLook.head}>
              <Search size={18} aria-hidden />
              {tool ? <span className={look.tool}>{toolWords(t, tool.name)}</span> : null}
              <input
                ref={input}
                className={paletteLook.input}
                role="combobox"
                aria-label={tool ? t("palette.chooseUser", { tool: toolWords(t, tool.name) }) : t("palette.label")}
                aria-expanded={choices.length > 0}
                aria-controls={`${id}-list`}
                aria-activedescendant={activeId}
                aria-autocomplete="list"
                aria-invalid={parsed.is === "mistaken" || undefined}
                aria-describedby={`${id}-words`}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog does it a frame later, and a key pressed meanwhile would be lost
                autoFocus
                placeholder={tool ? t("palette.userPlaceholder") : t("palette.placeholder")}
                {...verbatim}
                enterKeyHint="go"
                maxLength={400}
                value={typed}
                onChange={(event) => type(event.target.value)}
                onKeyDown={onKeyDown}
              />
              <IconButton label={t("common:close")} icon={<X size={16} aria-hidden />} onClick={closePalette} />
            </div>
            {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field keeps the focus and names the active option */}
            <div id={`${id}-list`} role="listbox" aria-label={t("palette.results")} className={look.list}>
              {groups
                .filter((group) => group.choices.length > 0)
                .map((group) => (
                  <div key={group.name} role="group" aria-label={t(`palette.groups.${group.name}`)}>
                    <div className={look.group} role="presentation">
                      {t(`palette.groups.${group.name}`)}
                    </div>
                    {group.choices.map((choice) => {
                      const Icon = choice.icon;
                      return (
                        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
                        <div
                          key={choice.key}
                          id={optionId(choice)}
                          role="option"
                          aria-selected={choice === active}
                          className={look.option}
                          onPointerMove={() => setActiveKey(choice.key)}
                          onClick={() => choose(choice)}
                        >
                          <span className={look.icon}>
                            <Icon size={16} aria-hidden />
                          </span>
                          <span className={look.label}>{choice.label}</span>
                          {choice.detail ? (
                            <span className={look.detail} title={choice.detail}>
                              {choice.detail}
                            </span>
                          ) : null}
                        </div>
                      );
                    })}
                  </div>
                ))}
            </div>
            <SearchedWords
              id={`${id}-words`}
              text={text}
              parsed={tool ? undefined : parsed}
              looked={looked}
              isSettled={isSettled}
              mayView={may("canViewTransactions")}
              isAddress={recognise(text).is === "address"}
              isEmpty={choices.length === 0}
            />
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  );
}

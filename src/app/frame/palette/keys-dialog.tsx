import { Fragment } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { keepSettings, settings, useSettings } from "../../state/settings.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/switch.tsx";
import { closePalette, isMac } from "../../state/palette-state.ts";
import { places, placeWords } from "./places.ts";

const groups = css({ columnWidth: "[15rem]", columnGap: "6", marginBottom: "-6", "& > section": { breakInside: "avoid", pb: "6" } });
const title = css({ textStyle: "sm", fontWeight: "medium", color: "ink.muted", pb: "1.5" });
const list = css({ display: "grid", gridTemplateColumns: "[minmax(0, 1fr) auto]", alignItems: "center", columnGap: "4", rowGap: "1.5" });
const keys = css({ display: "flex", gap: "1", justifyContent: "flex-end", whiteSpace: "nowrap" });
const key = css({
  minWidth: "6",
  px: "1.5",
  py: "0.5",
  textAlign: "center",
  fontFamily: "mono",
  textStyle: "xs",
  borderWidth: "1px",
  borderColor: "line.strong",
  borderRadius: "control",
  bg: "sunken",
});
const language = css({ fontFamily: "mono", textStyle: "sm", overflowWrap: "anywhere" });
const hint = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty", marginTop: "1" });
const apart = css({ borderTopWidth: "1px", borderColor: "line", pt: "3" });

function Keys({ title: name, rows }: { title: string; rows: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <section>
      <h3 className={title}>{name}</h3>
      <dl className={list}>
        {rows.map(([words, pressed]) => (
          <Fragment key={words}>
            <dt>{words}</dt>
            <dd className={keys}>
              {pressed.map((one) => (
                <kbd key={one} className={key}>
                  {one}
                </kbd>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

/** `?`: the keys that work everywhere and in the lists, and the search language. */
export function KeysDialog() {
  const { t } = useTranslation(["search", "layout"]);
  const { singleKeys } = useSettings();
  const command = isMac() ? "⌘" : "Ctrl";
  return (
    <Dialog open shape="wide" title={t("keys.title")} onClose={closePalette}>
      <div className={groups}>
        <Keys
          title={t("keys.everywhere")}
          rows={[
            [t("keys.palette"), [command, "K"]],
            [t("keys.search"), ["/"]],
            [t("keys.list"), ["?"]],
            [t("keys.close"), ["Esc"]],
            [t("keys.step"), ["←", "→"]],
          ]}
        />
        <Keys
          title={t("keys.lists")}
          rows={[
            [t("keys.row"), ["X"]],
            [t("keys.range"), ["Shift", "↑", "↓"]],
            [t("keys.all"), [command, "A"]],
            [t("keys.copy"), [command, "C"]],
            [t("keys.bar"), ["F6"]],
            [t("keys.clear"), ["Esc"]],
            [t("keys.pin"), ["C"]],
            [t("keys.width"), ["←", "→"]],
          ]}
        />
        <Keys
          title={t("keys.screens")}
          rows={places.flatMap((place) => (place.key ? [[placeWords(t, place), ["G", place.key.toUpperCase()]] as const] : []))}
        />
      </div>
      <section className={apart}>
        <h3 className={title}>{t("keys.language")}</h3>
        <p className={language}>type:SWAP status:pending amount&gt;1000 currency:BTC user:ada from:2026-01-01</p>
        <p className={hint}>{t("keys.languageHint")}</p>
      </section>
      <div className={apart}>
        <Switch
          label={t("keys.single")}
          hint={t("keys.singleHint")}
          checked={singleKeys}
          onChange={(on) => keepSettings({ ...settings.kept, singleKeys: on })}
        />
      </div>
    </Dialog>
  );
}

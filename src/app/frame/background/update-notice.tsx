import { useState } from "react";
import { useSnapshot } from "valtio";
import { cx, sva } from "#styled/css";
import { held } from "../../../sync/state/held.ts";
import { useObservable } from "../../data/use-observable.ts";
import { isUnsaved } from "../../state/typing.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { TypedQuestion } from "../../parts/typed-question.tsx";
import { useSettings } from "../../state/settings.ts";
import { Button } from "../../ui/button.tsx";
import { floating } from "../../ui/floating.ts";
import { update } from "../../state/update-state.ts";

const slots = sva({
  slots: ["root", "line", "words", "news", "list"],
  base: {
    root: { px: "4", py: "2", textStyle: "md", _forcedColors: { border: "1px solid" } },
    line: { display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", columnGap: "4", rowGap: "1" },
    words: { fontWeight: "medium" },
    news: {
      marginTop: "1",
      textStyle: "sm",
      color: "ink.muted",
      "& summary": { width: "fit", py: "1", _touch: { minHeight: "control", py: "3" } },
    },
    list: {
      display: "flex",
      flexDirection: "column",
      gap: "1.5",
      maxHeight: "[40dvh]",
      overflowY: "auto",
      marginTop: "1",
      marginBottom: "2",
      paddingInlineStart: "5",
      listStyle: "disc",
      textWrap: "pretty",
    },
  },
});
const look = slots();

/** Announces a new version and its changes. It is taken with consent (PWA-3), which automatic updates give in advance. */
export function UpdateNotice() {
  const { t } = useTranslation("shell");
  const { automaticUpdates } = useSettings();
  const { version, running } = useSnapshot(update);
  const [asking, setAsking] = useState(false);
  const isHeld = useObservable(held) > 0;
  // What is held can stand for hours on no screen, so that no idle moment comes; and one that another tab has taken waits for this tab.
  if (!version || (automaticUpdates && version.is !== "taken" && !isHeld)) return null;
  return (
    <>
      <div role="status" className={cx(floating, look.root)}>
        <div className={look.line}>
          <span className={look.words}>{t(`update.${version.is}`)}</span>
          <Button
            kind="primary"
            size="small"
            off={running ? t("update.running") : undefined}
            onClick={() => (isUnsaved() ? setAsking(true) : version.update())}
          >
            {t("update.reload")}
          </Button>
        </div>
        {version.news.length > 0 ? (
          <details className={look.news}>
            <summary>{t("update.news")}</summary>
            {/* The changelog is in English. */}
            <ul className={look.list} lang="en" aria-label={t("update.news")}>
              {version.news.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        ) : null}
      </div>
      {asking ? <TypedQuestion by="reload" onLeave={() => version.update()} onStay={() => setAsking(false)} /> : null}
    </>
  );
}

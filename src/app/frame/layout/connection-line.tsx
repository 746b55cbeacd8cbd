import { css, cva } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { type Connection, type FeedState, isAway, useConnection } from "../../data/use-connection.ts";
import type { Format } from "../../format/use-format.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import type { Translate } from "../../words/keys.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Popover } from "../../ui/popover.tsx";

const ConnectionPanel = lazyPart(async () => (await import("./connection-panel.tsx")).ConnectionPanel, {
  words: ["freshness"],
  instead: LostPart,
});

const button = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "2",
  minHeight: "8",
  px: "2",
  borderRadius: "control",
  textStyle: "sm",
  color: "ink.muted",
  whiteSpace: "nowrap",
  fontVariantNumeric: "tabular-nums lining-nums",
  _hover: { bg: "hover", color: "ink" },
  _expanded: { bg: "pressed", color: "ink" },
  _touch: { minHeight: "control" },
});

const mark = cva({
  base: { width: "2", height: "2", borderRadius: "round", flexShrink: "0", borderWidth: "1.5px", borderColor: "currentColor" },
  variants: {
    is: {
      // Filled by its border, which forced colours keep.
      live: { color: "done", borderWidth: "4px" },
      syncing: { color: "processing" },
      cached: { color: "ink.muted" },
      reached: { color: "done" },
      gateway: { color: "failed", borderWidth: "4px" },
      offline: { color: "pending", borderWidth: "4px" },
      unreachable: { color: "failed", borderWidth: "4px" },
      partial: { color: "pending", borderStyle: "dotted" },
    },
  },
});
const spoken = css({ srOnly: true });

type Shown = Connection["is"] | "partial";

function words(t: Translate<"connection">, state: Connection, gaps: number, format: Format, now: number): { is: Shown; text: string } {
  const time = state.asOf === undefined ? undefined : format.minute(state.asOf, now);
  switch (state.is) {
    case "live":
      return gaps > 0
        ? { is: "partial", text: t("partial", { time: format.clock(state.asOf) }) }
        : { is: "live", text: t("live", { time: format.clock(state.asOf) }) };
    case "syncing":
      return { is: "syncing", text: time === undefined ? t("syncing") : t("syncingAsOf", { time }) };
    case "reached":
      return { is: "reached", text: t("reached", { time: format.minute(state.at, now) }) };
    case "gateway":
      return { is: "gateway", text: time === undefined ? t("gateway") : t("gatewayAsOf", { time }) };
    case "cached":
      return { is: "cached", text: time === undefined ? t("cachedNever") : t("cached", { time }) };
    case "offline":
      return { is: "offline", text: t("offline", { time: format.minute(state.since, now) }) };
    case "unreachable":
      return { is: "unreachable", text: time === undefined ? t("unreachable") : t("unreachableAsOf", { time }) };
  }
}

/** Connection line: what the screen's data is based on (LAY-7); opens a panel with every feed's age. */
export function ConnectionLine() {
  const { t } = useTranslation("connection");
  const now = useNow();
  const { state, feeds, failing, keeping } = useConnection(now);
  const format = useFormat();
  const gaps = feeds.reduce((sum, feed: FeedState) => sum + feed.gaps, 0);
  const shown = words(t, state, gaps, format, now);
  return (
    <>
      <Popover
        title={t("panelTitle")}
        renderTrigger={(attributes) => (
          <button type="button" {...attributes} className={button} title={t("panelTitle")}>
            <span className={mark({ is: failing.length > 0 ? "partial" : shown.is })} />
            {shown.text}
          </button>
        )}
      >
        <ConnectionPanel state={state} feeds={feeds} failing={failing} keeping={keeping} />
      </Popover>
      <span role="status" className={spoken}>
        {isAway(state) ? t(`explain.${state.is}`) : failing.length > 0 ? t("someFail") : null}
      </span>
    </>
  );
}

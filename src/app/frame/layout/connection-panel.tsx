import { css } from "#styled/css";
import type { Failing } from "../../../sync/wire/failing.ts";
import { GatewayNotice } from "../../parts/gateway-hint.tsx";
import { useSync } from "../../data/sync-context.ts";
import { type Connection, type FeedState, isAway } from "../../data/use-connection.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";

const text = css({ textStyle: "sm", color: "ink.muted", textWrap: "pretty" });
const rows = css({ marginTop: "3", borderTopWidth: "1px", borderColor: "line" });
const row = css({
  display: "flex",
  justifyContent: "space-between",
  gap: "4",
  py: "2",
  textStyle: "sm",
  borderBottomWidth: "1px",
  borderColor: "line",
});
const age = css({ color: "ink.muted", textAlign: "end", fontVariantNumeric: "tabular-nums lining-nums" });
const last = css({ textStyle: "xs", color: "ink.muted", marginTop: "3" });
const below = css({ marginTop: "3" });

function FeedAge({ feed }: { feed: FeedState }) {
  const { t } = useTranslation("freshness");
  const format = useFormat();
  const now = useNow();
  const words = [
    feed.working ? t("working") : undefined,
    feed.asOf === undefined ? t("never") : t("asOf", { time: format.minute(feed.asOf, now) }),
    feed.gaps > 0 ? t("gaps", { count: feed.gaps }) : undefined,
  ];
  return (
    <dd className={age} title={feed.asOf === undefined ? undefined : format.full(feed.asOf)}>
      {words.filter((word) => word !== undefined).join(" · ")}
    </dd>
  );
}

/** Calls that fail while the host answers others, with a manual retry (SYNC-5). */
function FailingCalls({ failing }: { failing: readonly Failing[] }) {
  const { t } = useTranslation(["freshness", "common"]);
  const sync = useSync();
  const tryAgain = (): void => {
    for (const { call } of failing) sync.beginAnew(call);
    sync.host.demanded.set({});
  };
  return (
    <Notice
      tone="warning"
      className={below}
      title={t("failing.title")}
      action={
        <Button size="small" onClick={tryAgain}>
          {t("common:retry")}
        </Button>
      }
    >
      {failing.map(({ call, how, status, rests }) => (
        <p key={call}>
          {[t(`failing.${how}`, { call, status: status ?? 0 }), rests ? t("failing.rests") : undefined].filter(Boolean).join(" · ")}
        </p>
      ))}
    </Notice>
  );
}

interface ConnectionPanelProps {
  state: Connection;
  feeds: readonly FeedState[];
  failing: readonly Failing[];
  keeping: "on" | "off";
}

/** Panel of the connection line: state, failing calls, and every feed with its age. */
export function ConnectionPanel({ state, feeds, failing, keeping }: ConnectionPanelProps) {
  const { t } = useTranslation(["freshness", "connection"]);
  const format = useFormat();
  return (
    <>
      <KeepFocus />
      <p className={text}>{isAway(state) ? t(`connection:explain.${state.is}`) : t(`explain.${state.is}`)}</p>
      {state.is === "gateway" || state.is === "unreachable" ? (
        <GatewayNotice isSilent={state.is === "unreachable"} className={below} />
      ) : null}
      {failing.length > 0 ? <FailingCalls failing={failing} /> : null}
      <dl className={rows}>
        {feeds.map((feed) => (
          <div key={feed.name} className={row}>
            <dt>{t(`names.${feed.name}`)}</dt>
            <FeedAge feed={feed} />
          </div>
        ))}
      </dl>
      {state.asOf === undefined ? null : <p className={last}>{t("lastSync", { time: format.full(state.asOf) })}</p>}
      {keeping === "off" ? (
        <div className={below}>
          <Notice tone="warning" title={t("cacheOff")} />
        </div>
      ) : null}
    </>
  );
}

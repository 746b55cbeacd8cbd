import { useRef, useState } from "react";
import * as v from "valibot";
import { css } from "#styled/css";
import { day as dayName } from "../../../../contract/scalars.ts";
import { dayAt } from "../../../../contract/zones.ts";
import { closeBefore, type DigestedClose } from "../../../../db/money/daily-close.ts";
import { stretchOf } from "../../../../db/transactions/day-totals.ts";
import { closableFrom, seenSinceOf } from "../../../../sync/money/take-close.ts";
import { useCloses } from "../../../data/use-closes.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useDayWords } from "../../../format/use-day-words.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useHostNow } from "../../../format/use-host-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { useTimeZone } from "../../../state/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import { useFill } from "../use-fill.ts";
import { openClose, type OpenedClose } from "./close-file.ts";
import { CloseSheet } from "./close-sheet.tsx";
import { type Closing, useClose } from "./use-close.ts";
import { useClosedDay } from "./use-closed-day.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "5", alignItems: "stretch" });
const note = css({ textStyle: "sm", color: "ink.muted", maxWidth: "prose" });
const form = css({
  display: "grid",
  gap: "4",
  alignItems: "start",
  gridTemplateColumns: "[repeat(auto-fit, minmax(min(18rem, 100%), 1fr))]",
});
const list = css({ display: "flex", flexDirection: "column", gap: "1" });

/** Most stretches of missing rows that are named. */
const namedAtMost = 10;

/** A close is some kilobytes; anything larger than this isn't one. */
const mostBytes = 5e6;

/** The chosen file of an earlier close, or what is wrong with it. */
type Earlier =
  | { readonly is: "close"; readonly of: DigestedClose; readonly isNamed: boolean }
  | { readonly is: "wrong"; readonly error: string };

interface CloseProps {
  /** YYYY-MM-DD, or "" for the last finished day. */
  day: string;
  onDay: (day: string) => void;
}

/** Closes a day of the chosen zone (CLOSE-2): day picker, reasons it can't be closed, and the sheet. */
export function Close({ day: named, onDay }: CloseProps) {
  const { t } = useTranslation(["dailyClose", "common"]);
  const { host, keeping } = useSync();
  const format = useFormat();
  const closedDay = useClosedDay();
  const timeZone = useTimeZone();
  const yesterday = dayAt(useHostNow(), timeZone, 1);
  // What was proposed stays once it is being closed, past midnight too.
  const [begun, setBegun] = useState("");
  /** What stands in the field while a day is typed: browsers report each digit of a year. */
  const [typed, setTyped] = useState<string>();
  const of = { day: named || begun || yesterday, timeZone };
  const closes = useCloses();
  const { closing, begin: close, reset: forget } = useClose(of);
  const [file, setFile] = useState<File>();
  const latest = useRef<File>(undefined);
  const [earlier, setEarlier] = useState<Earlier>();
  const kept = closeBefore(closes ?? [], of);

  const begin = () => {
    if (named === "") setBegun(of.day);
    void close(earlier?.is === "close" ? earlier.of : undefined);
  };
  const reset = () => {
    setBegun("");
    forget();
  };
  const read = async (chosen: File): Promise<OpenedClose> =>
    chosen.size > mostBytes ? { is: "unreadable" } : openClose(chosen.name, new Uint8Array(await chosen.arrayBuffer()));
  const choose = async (chosen: File) => {
    setFile(chosen);
    latest.current = chosen;
    // A dropped folder, or a file deleted since, can't be opened.
    const opened = await read(chosen).catch((): OpenedClose => ({ is: "unreadable" }));
    if (latest.current !== chosen) return;
    if (opened.is === "unreadable") setEarlier({ is: "wrong", error: t("problems.unreadable") });
    else if (opened.is === "changed") setEarlier({ is: "wrong", error: t("problems.changed", { digest: opened.digest }) });
    else if (opened.of.close.host !== (host.config.host || location.origin))
      setEarlier({ is: "wrong", error: t("problems.otherHost", { host: opened.of.close.host }) });
    else setEarlier(opened);
  };
  const about = ({ close, digest }: DigestedClose) => ({
    day: closedDay(close),
    time: format.dateTime(Date.parse(close.madeAt)),
    digest,
  });
  const hint =
    earlier?.is === "close"
      ? t(earlier.isNamed ? "earlierChosen" : "earlierUnnamed", about(earlier.of))
      : kept
        ? t("earlierHint", about(kept))
        : t(keeping === "off" ? "earlierOff" : "earlierNone");

  if (closing.is === "closed")
    return (
      <>
        <KeepFocus />
        <CloseSheet {...closing} onAgain={reset} />
      </>
    );
  return (
    <>
      <KeepFocus />
      <div className={stack}>
        <p className={note}>{t("intro")}</p>
        <div className={form}>
          <TextField
            label={t("day")}
            type="date"
            value={typed ?? of.day}
            max={yesterday}
            hint={t("zone", { zone: format.zoneAt(stretchOf(of).to) })}
            onBlur={() => setTyped(undefined)}
            onChange={({ target }) => {
              setTyped(target.value);
              if (!v.is(dayName, target.value)) return;
              reset();
              onDay(target.value);
            }}
          />
          <FileField
            label={t("earlier")}
            hint={hint}
            error={earlier?.is === "wrong" ? earlier.error : undefined}
            accept="application/json,.json"
            chosen={file?.name}
            onFile={(chosen) => void choose(chosen)}
          />
        </div>
        <Refusal key={`${of.day} ${timeZone}`} closing={closing} of={of} onAgain={begin} />
        <div>
          <Button kind="primary" busy={closing.is === "working"} onClick={begin}>
            {closing.is === "working" ? t("closing") : t("close")}
          </Button>
        </div>
      </div>
    </>
  );
}

/** Why a day can't be closed, and the button that fixes it. */
function Refusal({ closing, of, onAgain }: { closing: Closing; of: { day: string; timeZone: string }; onAgain: () => void }) {
  const { t } = useTranslation(["dailyClose", "common"]);
  const format = useFormat();
  const dayWords = useDayWords();
  const fill = useFill(onAgain);
  const loading = fill.state.is === "loading";
  if (closing.is === "broken") return <Notice tone="danger" title={t("broken")} />;
  if (closing.is !== "refused" && !loading) return null;
  const why = closing.is === "refused" ? closing.why : undefined;
  const stretch = stretchOf(of);
  const moment = (at: number): string => format.full(Math.min(Math.max(at, stretch.to), stretch.from));
  const rest = why?.is === "not whole" ? why.gaps.length - namedAtMost : 0;
  const canLoad = why?.is === "not whole" && !why.gaps.some(({ putAway }) => putAway);
  const load = loading ? (
    <Button size="small" onClick={fill.cancel}>
      {t("common:cancel")}
    </Button>
  ) : (
    <Button size="small" onClick={() => fill.begin(stretch, seenSinceOf(of))}>
      {t("load")}
    </Button>
  );
  return (
    <Notice tone="warning" title={t("refused", { day: dayWords(of.day) })} action={loading || canLoad ? load : undefined}>
      <span className={list}>
        {why?.is === "running" ? <span>{t("running", { time: format.full(closableFrom(of)) })}</span> : null}
        {why?.is === "not whole" ? (
          <>
            {why.gaps.slice(0, namedAtMost).map((gap) => (
              <span key={gap.to}>{t(gap.putAway ? "putAway" : "gap", { from: moment(gap.to), to: moment(gap.from) })}</span>
            ))}
            {rest > 0 ? <span>{t("more", { count: rest, shown: format.number(rest) })}</span> : null}
            {why.gaps.length === 0 ? <span>{why.asOf === undefined ? t("none") : t("stale", { time: format.full(why.asOf) })}</span> : null}
          </>
        ) : null}
        {why?.is === "unread" ? (
          <>
            <span>{t(`unread.${why.source}`)}</span>
            {why.message ? <span>{t("unread.host", { message: why.message })}</span> : null}
            <span>{t("unread.todo")}</span>
          </>
        ) : null}
        <span role="status">
          {fill.state.is === "loading" ? t("loading", { day: format.full(fill.state.downTo) }) : null}
          {fill.state.is === "failed" ? t("loadFailed") : null}
          {fill.state.is === "failedHere" ? t("loadFailedHere") : null}
        </span>
      </span>
    </Notice>
  );
}

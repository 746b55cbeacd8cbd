import { useEffect, useId, useRef, useState } from "react";
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import type { Attempt, Settlement } from "../../db/money/journal.ts";
import { useAttempt } from "../data/use-attempts.ts";
import { canRepeat } from "../../sync/money/repeat.ts";
import { useGate } from "../data/use-gate.ts";
import { useReach } from "../data/use-reach.ts";
import { useUserCheck } from "../data/use-user-check.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { links } from "../links.ts";
import { sameAdmin } from "../state/same-admin.ts";
import { Button } from "../ui/button.tsx";
import { KeepFocus } from "../ui/keep-focus.tsx";
import { panelLook } from "../ui/panel-look.ts";
import { Perforation } from "../ui/perforation.tsx";
import { TextAreaField } from "../ui/text-area-field.tsx";
import { toast } from "../ui/toast.ts";
import { AttemptSlip } from "./attempt-slip.tsx";
import { moneyOf } from "./attempt-words.ts";
import { BalanceCheck } from "./balance-check.tsx";
import { UnknownFrame } from "./unknown-frame.tsx";
import type { UnknownOutcomeProps } from "./unknown-outcome.tsx";

const ended = cx(panelLook, css({ display: "flex", flexDirection: "column", gap: "3", p: "4", minWidth: "0" }));
const endedHead = css({ textStyle: "md", fontWeight: "semibold" });
const text = css({ textStyle: "sm", textWrap: "pretty", maxWidth: "measure" });
const small = css({ textStyle: "xs", color: "ink.muted", textWrap: "pretty" });
const inText = css({ textDecoration: "underline", textUnderlineOffset: "3px" });
const row = css({ display: "flex", flexWrap: "wrap", gap: "2" });
const danger = css({ textStyle: "sm", color: "danger" });

/** Implementation of `UnknownOutcome`; needs the "attempts" translations. */
export function UnknownOutcomePanel({ attempt: id, ...props }: UnknownOutcomeProps) {
  const attempt = useAttempt(id);
  return (
    <>
      <KeepFocus />
      {attempt ? <Settling attempt={attempt} {...props} /> : null}
    </>
  );
}

type SettlingProps = Omit<UnknownOutcomeProps, "attempt"> & { attempt: Attempt };

/** Calls `refresh` when the host reports an unknown attempt as done. */
function useRefreshOnceDone({ state: { is } }: Attempt, refresh: (() => unknown) | undefined): void {
  const before = useRef(is);
  useEffect(() => {
    if (before.current === "unknown" && is === "done") void refresh?.();
    before.current = is;
  }, [is, refresh]);
}

function Settling({ attempt, onSettled, refresh, onAgain }: SettlingProps) {
  const { t } = useTranslation("attempts");
  const titleId = useId();
  const { state, settled } = attempt;
  useRefreshOnceDone(attempt, refresh);
  if (state.is === "never")
    return (
      <section className={ended} aria-labelledby={titleId}>
        <h2 id={titleId} className={endedHead}>
          {t("unknown.settledBy.never")}
        </h2>
        <AttemptSlip attempt={attempt} />
        <p className={text}>{t("unknown.never")}</p>
        {onAgain ? (
          <div className={row}>
            <Button onClick={() => onAgain(attempt)}>{t("unknown.again")}</Button>
          </div>
        ) : null}
      </section>
    );
  if (state.is === "done" || state.is === "refused")
    return (
      <p className={small}>
        {[t(`unknown.settledBy.${state.is}`), state.message].filter(Boolean).join(" · ")}{" "}
        {state.is === "done" && state.slip ? (
          <Link href={links.approval(state.slip)} className={inText}>
            {t("unknown.openSlip")}
          </Link>
        ) : null}
      </p>
    );
  if (settled) return <p className={small}>{t(settled.as === "happened" ? "unknown.settled.happened" : "unknown.settled.didNot")}</p>;
  if (state.is === "sent") return <p className={small}>{t("unknown.underWay")}</p>;
  return (
    <UnknownFrame>
      <AttemptSlip attempt={attempt} />
      <p className={text}>{t("unknown.may")}</p>
      {state.message ? <p className={text}>{t("unknown.said", { message: state.message })}</p> : null}
      <Ways attempt={attempt} onSettled={onSettled} refresh={refresh} />
    </UnknownFrame>
  );
}

/** The ways to find out, and the two buttons that settle. */
function Ways({ attempt, onSettled, refresh }: SettlingProps) {
  const { t } = useTranslation("attempts");
  const gate = useGate();
  const mayRepeat = canRepeat(gate.sending.host, attempt);
  const money = moneyOf(attempt);
  const { check, busy, run } = useUserCheck(money?.email ?? "", money?.currency ?? "");
  const format = useFormat();
  const [note, setNote] = useState("");
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const hintId = useId();
  const reach = useReach();
  // A lost answer marks the host unreachable though it may be up: asking is the way to find out.
  const isOffline = reach.is === "unreachable" && reach.why === "offline";

  const settle = async (as: Settlement["as"]) => {
    try {
      await gate.settle(attempt.id, as, note.trim());
    } catch {
      setProblem(t("unknown.settleFailed"));
      return;
    }
    toast({ tone: "done", title: t(as === "happened" ? "unknown.settled.happened" : "unknown.settled.didNot") });
    void refresh?.();
    onSettled?.();
  };

  const ask = async () => {
    setAsking(true);
    setProblem(undefined);
    const isMine = sameAdmin();
    const outcome = await gate.askHost(attempt);
    if (!isMine()) return;
    setAsking(false);
    if (outcome.is === "blocked") {
      const { why } = outcome;
      setProblem(t(`unknown.askOff.${why === "offline" || why === "expired" || why === "running" ? why : "other"}`));
    } else if (outcome.is === "unknown") setProblem(t("unknown.askUnsure"));
    else {
      const said = outcome.is === "done" ? outcome.value.message : outcome.message;
      toast({
        tone: outcome.is === "done" ? "done" : "info",
        title: t(`unknown.settledBy.${outcome.is}`),
        ...(said ? { description: said } : {}),
      });
      void refresh?.();
      onSettled?.();
    }
  };

  return (
    <>
      <div className={row}>
        {money ? (
          <Button onClick={run} busy={busy}>
            {busy ? t("unknown.checking") : t("unknown.check")}
          </Button>
        ) : null}
        {mayRepeat ? (
          <Button
            onClick={() => void ask()}
            busy={asking}
            off={isOffline ? t("unknown.askOff.offline") : undefined}
            aria-describedby={hintId}
          >
            {asking ? t("unknown.asking") : t("unknown.ask")}
          </Button>
        ) : null}
      </div>
      {mayRepeat ? (
        <p id={hintId} className={small}>
          {isOffline ? t("unknown.askOff.offline") : t("unknown.askHint")}
        </p>
      ) : null}
      <div aria-live="polite">
        {money && check.is === "checked" ? <BalanceCheck attempt={attempt} money={money} check={check} format={format} /> : null}
      </div>
      <Perforation />
      <TextAreaField
        label={t("unknown.note")}
        hint={t("unknown.noteHint")}
        rows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className={row}>
        <Button onClick={() => void settle("happened")}>{t("unknown.happened")}</Button>
        <Button onClick={() => void settle("did not happen")}>{t("unknown.didNot")}</Button>
      </div>
      {problem ? (
        <p role="alert" className={danger}>
          {problem}
        </p>
      ) : null}
    </>
  );
}

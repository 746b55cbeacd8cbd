import { useState } from "react";
import { css } from "#styled/css";
import { type OwnSession, useOwnSessions } from "../../data/use-own-sessions.ts";
import { useReach } from "../../data/use-reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { sameAdmin } from "../../state/same-admin.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { toast } from "../../ui/toast.ts";
import { deviceOf } from "./user-agent.ts";
import { Time } from "../../parts/time.tsx";

const note = css({ textStyle: "sm", color: "ink.muted" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", marginTop: "4" });
const device = css({ display: "inline-flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

/** The admin's sessions, to end one by one or all but this one. */
export function SessionsCard() {
  const { t } = useTranslation(["settings", "common"]);
  const { state, refresh, end, endOthers } = useOwnSessions();
  const format = useFormat();
  const now = useNow();
  const isOut = useReach().is === "unreachable";
  const [ending, setEnding] = useState<string>();
  const [asks, setAsks] = useState(false);
  const others = "others";

  const run = async (what: string, send: () => ReturnType<typeof endOthers>, done: string) => {
    if (ending !== undefined) return;
    setEnding(what);
    const isMine = sameAdmin();
    const outcome = await send();
    if (!isMine()) return;
    setEnding(undefined);
    if (what === others) setAsks(false);
    toast(
      outcome.is === "done"
        ? { tone: "done", title: outcome.message ?? done }
        : { tone: "failed", title: outcome.message ?? t("sessions.failed") },
    );
    await refresh();
  };

  if (state.is !== "known")
    return (
      <Card title={t("sessions.title")}>
        <KeepFocus />
        <p className={note}>
          {isOut ? t("common:off.unreachable") : state.is === "failed" ? (state.message ?? t("sessions.listFailed")) : t("common:loading")}
        </p>
        {state.is === "failed" && !isOut ? (
          <div className={foot}>
            <Button onClick={() => void refresh()}>{t("sessions.retry")}</Button>
          </div>
        ) : null}
      </Card>
    );
  const nameOf = ({ userAgent }: OwnSession): string => {
    const known = deviceOf(userAgent);
    return known ? t("sessions.device", known) : t("sessions.unknownDevice");
  };
  const time = (at: string | null | undefined) => (at ? <Time at={Date.parse(at)} /> : t("common:none"));
  const hasOthers = state.value.some((one) => one.current !== true);
  return (
    <Card title={t("sessions.title")} description={t("sessions.text")}>
      <KeepFocus />
      <DataTable
        label={t("sessions.title")}
        rows={state.value}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t("sessions.what"),
            titleOf: ({ userAgent }) => userAgent,
            render: (one) => (
              <span className={device}>
                {nameOf(one)} {one.current ? <Badge tone="accent">{t("sessions.here")}</Badge> : null}
              </span>
            ),
          },
          { label: t("sessions.signedIn"), kind: "figure", render: ({ createdAt }) => time(createdAt) },
          { label: t("sessions.lastSeen"), kind: "figure", render: ({ lastSeenAt }) => time(lastSeenAt) },
          { label: t("sessions.address"), render: ({ address }) => address ?? t("common:none") },
          {
            label: t("sessions.actions"),
            isUnnamed: true,
            align: "end",
            render: (one) =>
              one.current ? null : (
                <MutationButton
                  size="small"
                  busy={ending !== undefined}
                  aria-label={t("sessions.endOf", {
                    device: nameOf(one),
                    time: one.createdAt ? format.minute(Date.parse(one.createdAt), now) : "",
                  })}
                  onClick={() => void run(one.id, () => end(one.id), t("sessions.ended"))}
                >
                  {t("sessions.end")}
                </MutationButton>
              ),
          },
        ]}
      />
      <div className={foot}>
        <MutationButton off={hasOthers ? undefined : t("sessions.alone")} onClick={() => setAsks(true)}>
          {t("sessions.others")}
        </MutationButton>
      </div>
      {asks ? (
        <ConfirmDialog
          open
          title={t("sessions.othersTitle")}
          description={t("sessions.othersText")}
          onCancel={() => setAsks(false)}
          confirm={
            <MutationButton kind="danger" busy={ending !== undefined} onClick={() => void run(others, endOthers, t("sessions.othersDone"))}>
              {t("sessions.others")}
            </MutationButton>
          }
        />
      ) : null}
    </Card>
  );
}

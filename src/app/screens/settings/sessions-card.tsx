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
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { deviceOf } from "./user-agent.ts";
import { Time } from "../../parts/time.tsx";

const note = css({ textStyle: "sm", color: "ink.muted" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", marginTop: "4" });
const device = css({ display: "inline-flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

interface RowProps {
  one: OwnSession;
  busy: boolean;
  onEnd: (one: OwnSession) => void;
}

function SessionRow({ one, busy, onEnd }: RowProps) {
  const { t } = useTranslation(["settings", "common"]);
  const format = useFormat();
  const now = useNow();
  const known = deviceOf(one.userAgent);
  const name = known ? t("sessions.device", known) : t("sessions.unknownDevice");
  const time = (at: string | null | undefined) => (at ? <Time at={Date.parse(at)} /> : t("common:none"));
  return (
    <Tr>
      <Td label={t("sessions.what")} title={one.userAgent}>
        <span className={device}>
          {name} {one.current ? <Badge tone="accent">{t("sessions.here")}</Badge> : null}
        </span>
      </Td>
      <Td label={t("sessions.signedIn")} kind="figure">
        {time(one.createdAt)}
      </Td>
      <Td label={t("sessions.lastSeen")} kind="figure">
        {time(one.lastSeenAt)}
      </Td>
      <Td label={t("sessions.address")}>{one.address ?? t("common:none")}</Td>
      <Td align="end">
        {one.current ? null : (
          <MutationButton
            size="small"
            busy={busy}
            aria-label={t("sessions.endOf", { device: name, time: one.createdAt ? format.minute(Date.parse(one.createdAt), now) : "" })}
            onClick={() => onEnd(one)}
          >
            {t("sessions.end")}
          </MutationButton>
        )}
      </Td>
    </Tr>
  );
}

/** The admin's sessions, to end one by one or all but this one. */
export function SessionsCard() {
  const { t } = useTranslation(["settings", "common"]);
  const { state, refresh, end, endOthers } = useOwnSessions();
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
  const hasOthers = state.value.some((one) => one.current !== true);
  return (
    <Card title={t("sessions.title")} description={t("sessions.text")}>
      <KeepFocus />
      <Table label={t("sessions.title")}>
        <TableHead>
          <Th>{t("sessions.what")}</Th>
          <Th>{t("sessions.signedIn")}</Th>
          <Th>{t("sessions.lastSeen")}</Th>
          <Th>{t("sessions.address")}</Th>
          <Th align="end">
            <VisuallyHidden>{t("sessions.actions")}</VisuallyHidden>
          </Th>
        </TableHead>
        <TableBody>
          {state.value.map((one) => (
            <SessionRow
              key={one.id}
              one={one}
              busy={ending !== undefined}
              onEnd={({ id }) => void run(id, () => end(id), t("sessions.ended"))}
            />
          ))}
        </TableBody>
      </Table>
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

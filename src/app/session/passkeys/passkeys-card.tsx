import { Fragment, type ReactNode, useState } from "react";
import { css } from "#styled/css";
import { type Passkey, listPasskeys } from "../../../contract/passkeys.ts";
import { passkeysPath, takeAway, whyNoPasskeys } from "../../../sync/session/passkeys.ts";
import { useHost } from "../../data/host-context.ts";
import { useHeldOf } from "../../data/use-held.ts";
import { useReachOf } from "../../data/use-reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import "../../words/passkey-words.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { toast } from "../../ui/toast.ts";
import { AddDialog } from "./add-dialog.tsx";
import { endWords, whyWords } from "./why-not.ts";

const quiet = css({ textStyle: "sm", color: "ink.muted" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2", marginTop: "4" });

interface RemoveDialogProps {
  one: Passkey;
  isLast: boolean;
  onClose: () => void;
  /** May be called after the dialog has been closed. */
  onRemoved: () => void;
}

function RemoveDialog({ one, isLast, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useTranslation(["passkeys", "common"]);
  const host = useHost();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isHere = useIsHere();
  const remove = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const end = await takeAway(host, one.id);
    setBusy(false);
    if (end.is !== "done") return setProblem(endWords(t, end, t("removeFailed")));
    onRemoved();
    // By now another question may be open.
    if (isHere()) onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t("removeTitle")}
      description={[t("removeText", { name: one.name ?? "" }), isLast ? t("removeLast") : ""].join(" ").trim()}
      onCancel={onClose}
      error={problem}
      confirm={
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          {t("removeTitle")}
        </Button>
      }
    />
  );
}

interface PasskeysCardProps {
  /** Shown above the list once there is a passkey, instead of a toast after adding. */
  once?: ReactNode;
  /** Whether passkeys can be removed here. */
  removes?: boolean;
}

/** The admin's passkeys: list, add, remove (PASS-1). Needs a host but no cache. */
export function PasskeysCard({ once, removes = true }: PasskeysCardProps) {
  const { t } = useTranslation(["passkeys", "common"]);
  const format = useFormat();
  const now = useNow();
  const host = useHost();
  const { state, refresh } = useHeldOf(host, listPasskeys, passkeysPath(host));
  const isOut = useReachOf(host).is === "unreachable";
  const [asks, setAsks] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const [removing, setRemoving] = useState<Passkey>();
  const why = whyNoPasskeys();
  const off = isOut ? t("common:off.unreachable") : undefined;
  const time = (at: string) => (
    <time dateTime={at} title={format.full(Date.parse(at))}>
      {format.minute(Date.parse(at), now)}
    </time>
  );

  const removed = (): void => {
    toast({ tone: "done", title: t("removed") });
    void refresh();
  };
  const added = (): void => {
    setAdded(true);
    void refresh();
    if (once === undefined) toast({ tone: "done", title: t("addedToast") });
  };
  const has = isAdded || (state.is === "known" && state.value.passkeys.length > 0);
  // These stay where the list can't be read meanwhile.
  const next = has ? <Fragment key="once">{once}</Fragment> : null;
  const adding = asks ? <AddDialog key="add" onAdded={added} onFailed={() => void refresh()} onClose={() => setAsks(false)} /> : null;

  if (state.is !== "known")
    return (
      <Card title={t("title")}>
        <KeepFocus />
        {next}
        <p className={quiet}>
          {isOut ? t("common:off.unreachable") : state.is === "failed" ? (state.message ?? t("listFailed")) : t("common:loading")}
        </p>
        {state.is === "failed" && !isOut ? (
          <div className={foot}>
            <Button onClick={() => void refresh()}>{t("retry")}</Button>
          </div>
        ) : null}
        {adding}
      </Card>
    );
  const { passkeys } = state.value;
  return (
    <Card title={t("title")} description={t("text")}>
      <KeepFocus />
      {next}
      {passkeys.length === 0 ? (
        <p className={quiet}>{t("none")}</p>
      ) : (
        <DataTable
          label={t("list")}
          rows={passkeys}
          keyOf={({ id }) => id}
          columns={[
            { label: t("name"), render: ({ name }) => name ?? t("common:none") },
            { label: t("added"), kind: "figure", render: ({ addedAt }) => time(addedAt) },
            { label: t("lastUsed"), kind: "figure", render: ({ lastUsedAt }) => (lastUsedAt ? time(lastUsedAt) : t("never")) },
            {
              label: t("actions"),
              isUnnamed: true,
              align: "end",
              render: (one) =>
                removes ? (
                  <Button
                    size="small"
                    off={off}
                    aria-label={t("removeOf", { name: one.name ?? t("common:none") })}
                    onClick={() => setRemoving(one)}
                  >
                    {t("remove")}
                  </Button>
                ) : null,
            },
          ]}
        />
      )}
      {why === undefined ? null : <Notice tone="warning" title={whyWords(t, why)} />}
      <div className={foot}>
        <Button off={why === undefined ? off : whyWords(t, why)} onClick={() => setAsks(true)}>
          {t("add")}
        </Button>
      </div>
      {adding}
      {removing ? (
        <RemoveDialog one={removing} isLast={passkeys.length === 1} onClose={() => setRemoving(undefined)} onRemoved={removed} />
      ) : null}
    </Card>
  );
}

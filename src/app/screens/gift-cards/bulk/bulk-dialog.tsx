import { useMemo, useState } from "react";
import { css } from "#styled/css";
import type { GiftCardRate, KnownRates } from "../../../data/use-gift-cards.ts";
import { DecimalField } from "../../../ui/decimal-field.tsx";
import { unsettledOf } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { UnknownOutcome } from "../../../parts/unknown-outcome.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Progress } from "../../../ui/progress.tsx";
import { toast } from "../../../ui/toast.ts";
import { ecodeFarAbovePercent, isEcodeFarAbove } from "../rate-check.ts";
import { FileChoice } from "./file-choice.tsx";
import type { FileRow } from "./parse-file.ts";
import { RehearsalPart } from "./rehearsal-part.tsx";
import { type Rehearsed, Rehearsal } from "./rehearse.ts";
import { isTickable, useRehearsal } from "./use-rehearsal.ts";
import { useBadWords } from "./bad-words.ts";
import { useUpload } from "./use-upload.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "4" });

interface BulkDialogProps {
  known: KnownRates | undefined;
  refresh: () => unknown;
  onClose: () => void;
}

/** Whether comparing with the host's new rates gives a different result. */
function hasMoved(
  rows: readonly Rehearsed[],
  ticked: ReadonlySet<number>,
  file: readonly FileRow[],
  now: readonly GiftCardRate[],
): boolean {
  const rehearsal = new Rehearsal(now);
  return rows.some((row, at) => {
    const draft = file[at];
    const again = draft && rehearsal.check(draft, row.row);
    return ticked.has(row.row) && JSON.stringify(again) !== JSON.stringify(row);
  });
}

/** Bulk upload of rates: a dry run of every row, then only valid, ticked rows are sent (GIFT-7). */
export function BulkDialog({ known, refresh, onClose }: BulkDialogProps) {
  const { t } = useTranslation(["giftCards", "common", "rates"]);
  const { stage, ticked, setTicked, open, compare } = useRehearsal();
  const badWords = useBadWords();
  const { uploading, results, listRead, deed, isHere, upload, readAgain, forget } = useUpload(refresh);
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [moved, setMoved] = useState(false);
  const [typed, setTyped] = useState("");
  const [checking, setChecking] = useState(false);
  const unsettled = unsettledOf(deed);
  const working = uploading.is !== "no" || checking;

  const rows = stage.is === "rehearsed" ? stage.rows : undefined;
  const sending = useMemo(() => (rows ?? []).filter(isTickable).filter(({ row }) => ticked.has(row)), [rows, ticked]);
  const large = sending.filter((row) => row.is === "changed" && row.isLarge).length;
  const far = sending.filter(({ is, body }) => is !== "unchanged" && isEcodeFarAbove(body)).length;
  const largeOff = large > 0 && Number(typed) !== large ? t("bulk.largeFirst") : undefined;
  const failed = [...results].filter(([, { is }]) => is === "refused" || is === "missing").map(([row]) => row);

  const say = (message: string) => {
    setProblem(message);
    toast({ tone: "failed", title: message });
  };
  // The typed number referred to the large changes ticked at that time.
  const tick = (next: ReadonlySet<number>) => {
    setTyped("");
    setTicked(next);
  };
  const choose = async (chosen: File) => {
    setFile(chosen);
    setProblem(undefined);
    setMoved(false);
    setTyped("");
    forget();
    const bad = await open(chosen, known);
    if (bad) say(badWords(bad));
  };
  const run = async () => {
    if (!file) return say(t("bulk.noFile"));
    if (stage.is === "bad") return say(badWords(stage));
    if (stage.is !== "rehearsed") return;
    if (sending.length === 0) return say(t("bulk.nothingTicked"));
    setProblem(undefined);
    setMoved(false);
    setChecking(true);
    const now = await readAgain();
    // Cancelled meanwhile.
    if (!isHere()) return;
    setChecking(false);
    if (!now) return say(t("rates:confirm.unread"));
    if (hasMoved(stage.rows, ticked, stage.file.rows, now.rates)) {
      setMoved(true);
      setTyped("");
      await compare(stage.file, now);
      return;
    }
    if (await upload(sending, file.name)) onClose();
    else setTyped("");
  };

  return (
    <Dialog
      open
      // A stray click must not close a running upload.
      onClose={() => (working ? undefined : onClose())}
      closeOnInteractOutside={file === undefined}
      shape="wide"
      title={t("bulk.title")}
      description={t("bulk.description")}
      actions={
        <>
          <Button onClick={onClose} off={uploading.is === "sending" ? t("bulk.uploading") : undefined}>
            {t("common:cancel")}
          </Button>
          {failed.length > 0 ? <Button onClick={() => tick(new Set(failed))}>{t("bulk.again", { count: failed.length })}</Button> : null}
          <MutationButton
            permission="canManageFees"
            kind="primary"
            busy={working || stage.is === "checking"}
            off={largeOff}
            onClick={() => void run()}
          >
            {working ? t("bulk.uploading") : t("bulk.submit")}
          </MutationButton>
        </>
      }
    >
      <div className={stack}>
        <FileChoice chosen={file} error={problem} locked={working} onFile={(chosen) => void choose(chosen)} />
        {stage.is === "checking" ? <Progress label={t("bulk.reading")} value={Math.round(stage.share * 100)} /> : null}
        {moved ? <Notice tone="warning" title={t("bulk.moved")} /> : null}
        {uploading.is === "sending" ? (
          <Progress label={uploading.share < 1 ? t("bulk.progress") : t("bulk.waiting")} value={Math.round(uploading.share * 100)} />
        ) : uploading.is === "looking" ? (
          <p role="status">{t("bulk.checking")}</p>
        ) : null}
        {unsettled ? <UnknownOutcome attempt={unsettled} refresh={refresh} /> : null}
        {deed.is === "unknown" && deed.said ? <Notice tone="unknown" title={t("bulk.said", { message: deed.said })} /> : null}
        {deed.is === "refused" || deed.is === "blocked" ? <Notice tone="danger" title={deed.message} /> : null}
        {stage.is === "rehearsed" ? (
          <RehearsalPart
            rows={stage.rows}
            isByLine={stage.file.isByLine}
            isGuessed={stage.file.isGuessed}
            ignored={stage.file.ignored}
            ticked={ticked}
            results={results}
            listRead={listRead}
            comparedAt={stage.comparedAt}
            locked={working}
            onTicked={tick}
          />
        ) : null}
        {far > 0 && !working ? (
          <Notice tone="warning" title={t("bulk.ecodeAbove", { count: far, percent: ecodeFarAbovePercent })}>
            {t("form.ecodeAboveHint")}
          </Notice>
        ) : null}
        {large > 0 && !working ? (
          <Notice tone="warning" title={t("bulk.large", { count: large })}>
            <DecimalField label={t("bulk.largeField")} value={typed} onChange={setTyped} />
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}

import { useEffect, useRef, useState } from "react";
import { findKeptEntries } from "../../../db/audit/audit.ts";
import { type AuditExport, exportAudit } from "../../../sync/feeds/export-audit.ts";
import { datedName, download } from "../../ui/download.ts";
import { useSync } from "../../data/sync-context.ts";
import type { AuditFilter } from "../../data/use-audit.ts";
import { useReach } from "../../data/use-reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { tellEnd } from "../../state/long-actions.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { lastLine, LogFile, type LogFormat } from "./log-file.ts";

type State = { readonly is: "reading"; readonly done: number; readonly of: number } | AuditExport;

interface ExportDialogProps {
  filter: AuditFilter;
  /** Whether the filter leaves entries out. */
  filtered: boolean;
  format: LogFormat;
  onClose: () => void;
}

/** Exports the filtered entries page by page to a file; closing the dialog cancels, leaving no file. */
export function ExportDialog({ filter, filtered, format, onClose }: ExportDialogProps) {
  const { t } = useTranslation(["audit", "common"]);
  const { host, db } = useSync();
  const figures = useFormat();
  const reach = useReach();
  // What the file holds, whatever the host's reach is by the end.
  const [isOut] = useState(reach.is === "unreachable");
  const [state, setState] = useState<State>({ is: "reading", done: 0, of: 0 });
  // Parameters at opening: a change of reachability must not start a second export.
  const name = t("export.fileName");
  const asked = useRef({ filter, format, isOut, t, name: filtered ? t("export.filtered", { name }) : name });
  useEffect(() => {
    const stop = new AbortController();
    const { filter, format, isOut, t, name } = asked.current;
    const run = async (): Promise<void> => {
      const file = new LogFile(format);
      let done = 0;
      // Entries that come while the file is made aren't in it.
      const begun = new Date(host.clock.now());
      const save = (holds: "Whole" | "Kept", count: number): void => {
        download(datedName(name, begun.getTime(), format), file.end(filter, begun, lastLine(t, holds, count, begun, filter)));
      };
      if (isOut) {
        const { rows } = await findKeptEntries(db, filter);
        file.add(rows);
        if (stop.signal.aborted) return;
        save("Kept", rows.length);
        setState({ is: "done", entries: rows.length, upTo: 0 });
        return;
      }
      const add = (entries: Parameters<LogFile["add"]>[0], of: number): void => {
        file.add(entries);
        done += entries.length;
        if (!stop.signal.aborted) setState({ is: "reading", done, of });
      };
      const result = await exportAudit(host, filter, add, stop.signal);
      if (stop.signal.aborted) return;
      if (result.is === "done") save("Whole", result.entries);
      setState(result);
    };
    run().catch(() => setState({ is: "failed", message: undefined }));
    return () => stop.abort();
  }, [host, db]);
  useEffect(() => {
    if (state.is !== "reading") tellEnd("export");
  }, [state.is]);
  const number = (count: number): string => figures.number(String(count));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("export.title")}
      actions={<Button onClick={onClose}>{state.is === "reading" ? t("common:cancel") : t("common:close")}</Button>}
    >
      {state.is === "reading" ? (
        <Progress
          label={t("export.progress")}
          value={state.done}
          max={Math.max(1, state.of)}
          text={t("export.of", { done: number(state.done), total: number(state.of) })}
        />
      ) : null}
      {state.is === "done" ? (
        <Notice title={t("export.done", { count: state.entries, shown: number(state.entries) })}>
          {isOut ? t("export.keptOnly") : undefined}
        </Notice>
      ) : null}
      {state.is === "failed" ? (
        <Notice tone="warning" title={state.message ?? t("export.failed")}>
          {t("export.failedHint")}
        </Notice>
      ) : null}
    </Dialog>
  );
}

import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { css } from "#styled/css";
import { pinsAtMost } from "../../../db/desk/cases.ts";
import { readDossier } from "../../../db/desk/dossier.ts";
import { type Dossier, type Pin, useCaseVerbs, useDossier, useOpenCase } from "../../data/use-cases.ts";
import { useHasLog } from "../../data/use-audit.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { decodedSegment, paths } from "../../links.ts";
import { NameDialog } from "../../parts/name-dialog.tsx";
import { usePermission } from "../../state/auth.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Download } from "../../ui/icons.tsx";
import { Copy, Pencil, Pin as PinIcon, Printer, Trash2 } from "../../ui/more-icons.ts";
import { toast } from "../../ui/toast.ts";
import { CasePin } from "./case-pin.tsx";
import { dossierText, downloadCsv } from "./dossier-file.ts";
import "../../parts/own-paper.css";
import { useDossierWords, type WordedDossier } from "./dossier-words.ts";
import { KeptNote } from "./kept-note.tsx";
import { NoteField } from "./note-field.tsx";
import { usePrintWanted } from "./print-wanted.ts";

const page = css({
  display: "flex",
  flexDirection: "column",
  gap: "5",
  maxWidth: "[60rem]",
  _print: { maxWidth: "none", gap: "3" },
});
const head = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "4", rowGap: "2" });
const name = css({ textStyle: "title", overflowWrap: "anywhere", flex: "[1 1 16rem]", minWidth: "0", _print: { display: "none" } });
const bar = css({ display: "flex", flexWrap: "wrap", gap: "2", _print: { display: "none" } });
const onPaper = css({
  display: "none",
  textStyle: "sm",
  _print: { display: "block" },
  "& h2": { textStyle: "title", overflowWrap: "anywhere" },
});
const panel = css({ bg: "surface", borderWidth: "1px", borderColor: "line", borderRadius: "panel", _print: { border: "none" } });
const listTitle = css({ textStyle: "md", fontWeight: "semibold", marginBottom: "3" });
const removedLook = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "3",
  px: "5",
  py: "3",
  textStyle: "sm",
  color: "ink.muted",
  "&:not(:first-child)": { borderTopWidth: "1px", borderColor: "line" },
  _print: { display: "none" },
});

/** /cases/{id}: a case's pins, notes and dossier (FIND-7). */
export function CaseScreen() {
  const { t } = useTranslation(["cases", "common"]);
  const { id: segment } = useParams<{ id: string }>();
  const id = decodedSegment(segment);
  const mayAudit = usePermission("canAccessReports");
  const hasLog = useHasLog();
  const { db, keeping } = useSync();
  const dossier = useDossier(id, mayAudit && hasLog);
  // The document title ends up in the browser's history, so it holds no name.
  const crumbs = useMemo(() => [{ label: t("title"), href: paths.cases }, { label: t("one") }], [t]);
  usePageTitle(t("one"), crumbs);
  if (dossier === undefined) return <p>{t("common:loading")}</p>;
  if (dossier === "broken") return <EmptyState title={t("list.broken")}>{t("list.brokenHint")}</EmptyState>;
  if (dossier === "none")
    return (
      <EmptyState
        title={t(keeping === "off" ? "list.off" : "missing")}
        action={
          <Link href={paths.cases} className={buttonLook({ kind: "primary" })}>
            {t("toList")}
          </Link>
        }
      >
        {t(keeping === "off" ? "list.offHint" : "missingHint")}
      </EmptyState>
    );
  return <OneCase key={id} dossier={dossier} onRead={() => readDossier(db, id, mayAudit && hasLog)} />;
}

function OneCase({ dossier, onRead }: { dossier: Dossier; onRead: () => Promise<Dossier | undefined> }) {
  const { t } = useTranslation(["cases", "common"]);
  const [, navigate] = useLocation();
  const verbs = useCaseVerbs();
  const isOpen = useOpenCase()?.id === dossier.case.id;
  const inWords = useDossierWords();
  const worded = inWords(dossier);
  const [asking, setAsking] = useState<"rename" | "delete">();
  const [removed, setRemoved] = useState<{ readonly pin: Pin; readonly called: string }>();
  /** `pinnedAt` of the pin that was put back last, which then has the focus. */
  const [returned, setReturned] = useState<number>();
  const undo = useRef<HTMLButtonElement>(null);
  const { id } = dossier.case;
  const format = useFormat();
  const failed = () => toast({ tone: "failed", title: t("failed") });

  usePrintWanted(id);
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  /** Notes that are not saved yet, or can't be, by pin ("": the case's own). */
  const unsaved = useRef(new Map<string, string>());
  const saving = (key: string, keep: (note: string) => Promise<boolean>) => async (note: string) => {
    unsaved.current.set(key, note);
    const isKept = await keep(note);
    if (isKept && unsaved.current.get(key) === note) unsaved.current.delete(key);
    return isKept;
  };
  /** The case with what the notes show: what was just typed may not be in what was drawn last. */
  const asShown = async (): Promise<WordedDossier> => {
    const { blocks, ...latest } = inWords((await onRead().catch(() => undefined)) ?? dossier);
    const noteOf = (key: string, saved: string) => unsaved.current.get(key) ?? saved;
    return {
      ...latest,
      note: noteOf("", latest.note),
      blocks: blocks.map(({ pin, ...block }) => ({ ...block, pin: { ...pin, note: noteOf(block.key, pin.note) } })),
    };
  };
  const remove = (pin: Pin, called: string) => {
    verbs.removePin(pin).then((last) => setRemoved({ pin: last ?? pin, called }), failed);
  };
  const putBack = () => {
    if (!removed) return;
    verbs.putPinBack(removed.pin).then((outcome) => {
      if (outcome === "full") return toast({ tone: "failed", title: t("pin.full", { most: format.number(pinsAtMost) }) });
      if (outcome !== "back") return failed();
      setReturned(removed.pin.pinnedAt);
      setRemoved(undefined);
    }, failed);
  };
  // The last removed pin keeps its place, where it can be restored.
  const blocks = worded.blocks;
  const isAnew = blocks.some(
    ({ pin }) => removed && pin.is === removed.pin.is && pin.id === removed.pin.id && pin.pinnedAt !== removed.pin.pinnedAt,
  );
  const gone = isAnew ? undefined : removed;
  const others = gone ? blocks.filter(({ pin }) => pin.pinnedAt !== gone.pin.pinnedAt) : blocks;
  const removedAt = others.filter(({ pin }) => gone && pin.pinnedAt < gone.pin.pinnedAt).length;
  const lines = others.map((block, at) => (
    <CasePin
      key={block.key}
      block={block}
      number={at + 1}
      isReturned={block.pin.pinnedAt === returned}
      onNote={saving(block.key, (note) => verbs.notePin(block.pin, note))}
      onRemove={() => remove(block.pin, block.called)}
    />
  ));
  const removedLine = gone ? (
    <li key="removed" className={removedLook}>
      <span role="status">{t("pins.removed", { what: gone.called })}</span>
      <Button ref={undo} size="small" onClick={putBack}>
        {t("pins.undo")}
      </Button>
    </li>
  ) : null;

  return (
    <div className={page} data-own-paper>
      <div className={onPaper}>
        <h2>{worded.title}</h2>
        <p>{worded.prepared}</p>
        <p>{t("dossier.basis")}</p>
      </div>
      <div className={head}>
        <h2 className={name}>{dossier.case.name}</h2>
        <div className={bar}>
          <Button kind="primary" icon={<Printer size={16} aria-hidden />} onClick={() => print()}>
            {t("print")}
          </Button>
          <Button
            icon={<Copy size={16} aria-hidden />}
            onClick={() =>
              void copyText(
                asShown().then((shown) => dossierText(t, shown)),
                { copied: t("copied"), failed: t("copyFailed") },
              )
            }
          >
            {t("copy")}
          </Button>
          <Button icon={<Download size={16} aria-hidden />} onClick={() => void asShown().then((shown) => downloadCsv(t, shown))}>
            {t("export")}
          </Button>
        </div>
      </div>
      <div className={bar}>
        <Button
          size="small"
          icon={<PinIcon size={14} aria-hidden />}
          onClick={() => void verbs.open(isOpen ? undefined : id).catch(failed)}
        >
          {isOpen ? t("close") : t("open")}
        </Button>
        <Button size="small" icon={<Pencil size={14} aria-hidden />} onClick={() => setAsking("rename")}>
          {t("rename")}
        </Button>
        <Button size="small" icon={<Trash2 size={14} aria-hidden />} onClick={() => setAsking("delete")}>
          {t("delete.button")}
        </Button>
      </div>
      <KeptNote />
      <NoteField label={t("note.case")} note={dossier.case.note} onKeep={saving("", (note) => verbs.change(id, { note }))} />
      <section aria-labelledby="pinned">
        <h2 id="pinned" className={listTitle}>
          {t("pins.title")}
        </h2>
        <ol className={panel}>
          {blocks.length === 0 && !gone ? (
            <li>
              <EmptyState title={t("pins.none")} />
            </li>
          ) : null}
          {removedLine ? lines.toSpliced(removedAt, 0, removedLine) : lines}
        </ol>
      </section>
      {asking === "rename" ? (
        <NameDialog
          title={t("name.title")}
          words={{ name: t("name.label"), hint: "", keep: t("name.keep"), unnamed: t("name.unnamed"), failed: t("failed") }}
          before={dossier.case.name}
          onName={async (next) => ((await verbs.change(id, { name: next })) ? undefined : t("missing"))}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={asking === "delete"}
        onCancel={() => setAsking(undefined)}
        title={t("delete.title")}
        description={t("delete.text", { name: dossier.case.name, count: blocks.length })}
        confirm={
          <Button
            kind="danger"
            onClick={() => {
              verbs.remove(id).then(() => navigate(paths.cases), failed);
            }}
          >
            {t("delete.button")}
          </Button>
        }
      />
    </div>
  );
}

import type { Translate } from "../../words/keys.ts";
import { type CsvCell, csvFile, csvOf, iso, pasteable } from "../../csv/csv.ts";
import { datedName, download } from "../../ui/download.ts";
import type { DossierBlock, WordedDossier } from "./dossier-words.ts";

type T = Translate<["cases"]>;

const changesText = ({ changes }: DossierBlock): string =>
  changes.map(({ field, was, now }) => `${field}: ${was || "—"} → ${now || "—"}`).join("; ");

/** A dossier as plain text, line by line; no line can run as a formula. */
export function dossierText(t: T, { title, prepared, note, blocks }: WordedDossier): string {
  const indented = (text: string): string[] => text.split(/\r?\n/).map((line) => `   ${line}`);
  const block = (one: DossierBlock, at: number): string[] => [
    "",
    `${at + 1}. ${one.kind}: ${one.what} · ${one.ids}`,
    `   ${one.source}`,
    ...(one.state === "gone" ? [`   ${t("pins.gone")}`] : []),
    ...(one.state === "changed" ? [`   ${t("pins.changed")}: ${changesText(one)}`] : []),
    ...(one.pin.note === "" ? [] : indented(`${t("note.title")}: ${one.pin.note}`)),
    ...one.others.flatMap((other) => [`   • ${other.what}`, `     ${other.source}`]),
  ];
  const lines = [title, prepared, t("dossier.basis"), ...(note === "" ? [] : ["", ...note.split(/\r?\n/)]), ...blocks.flatMap(block)];
  return `${lines.map(pasteable).join("\n")}\n`;
}

const columns = ["position", "kind", "id", "what", "source", "at", "state", "changes", "pinnedAt", "note"] as const;
type Cells = Partial<Record<(typeof columns)[number], CsvCell>>;

/** A dossier as CSV: a line per pinned row, followed by one for each related record. The case's own notes are the last line. */
export function dossierCsv(t: T, { title, prepared, note, blocks }: WordedDossier): string {
  const lines = blocks.flatMap((one, at): Cells[] => [
    {
      position: at + 1,
      kind: one.kind,
      id: one.pin.id,
      what: `${one.what} · ${one.ids}`,
      source: one.source,
      at: iso(one.at),
      state: t(`file.states.${one.state}`),
      changes: changesText(one),
      pinnedAt: iso(one.pin.pinnedAt),
      note: one.pin.note,
    },
    ...one.others.map((other): Cells => ({
      position: at + 1,
      kind: other.kind,
      id: one.pin.id,
      what: other.what,
      source: other.source,
      at: iso(other.at),
    })),
  ]);
  const table = lines.map((cells) => columns.map((column) => cells[column]));
  return csvOf([columns.map((column) => t(`file.${column}`)), ...table, [title], [prepared], ...(note === "" ? [] : [[note]])]);
}

// A case's name may contain a user's, so file names leave it out. The BOM makes spreadsheets read UTF-8.
export const downloadText = (t: T, dossier: WordedDossier): void =>
  download(
    datedName(t("file.name"), Date.now(), "txt"),
    new Blob(["\uFEFF", dossierText(t, dossier)], { type: "text/plain;charset=utf-8" }),
  );

export const downloadCsv = (t: T, dossier: WordedDossier): void =>
  download(datedName(t("file.name"), Date.now(), "csv"), csvFile(dossierCsv(t, dossier)));

import { startTransition, useState } from "react";
import * as v from "valibot";
import { css } from "#styled/css";
import { keepStatementColumns, readStatementColumns } from "../../../../db/files/statement-columns.ts";
import { hostClockOffset } from "../../../../sync/state/session-store.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { useTimeZone } from "../../../state/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { KeepFocus } from "../../../ui/keep-focus.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Columns } from "./columns.tsx";
import type { Compared, Comparison, Opened } from "./reconciler.ts";
import { Result } from "./result.tsx";
import { decimalMarks } from "../../../csv/figures.ts";
import { dateOrders } from "./days.ts";
import { type Columns as ChosenColumns, type Mapping, recalled } from "./mapping.ts";
import { useReconciler } from "./use-reconciler.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "5" });
const note = css({ textStyle: "sm", color: "ink.muted", maxWidth: "prose" });

/** In MB; a page can't hold a larger file twice. */
const mostMegabytes = 50;

type Table = Extract<Opened, { is: "table" }>;

type Step =
  | { readonly is: "choose"; readonly error?: string }
  | { readonly is: "columns"; readonly table: Table; readonly mapping: Mapping; readonly remembered: boolean; readonly error?: string }
  /** `type`: the one that was compared. */
  | { readonly is: "result"; readonly table: Table; readonly mapping: Mapping; readonly type: string; readonly compared: Compared };

const place = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0)));
const keptMapping = v.object({
  reference: place,
  date: place,
  amount: place,
  credit: place,
  debit: place,
  // A record without it is of an earlier version.
  side: v.undefinedable(v.pipe(v.number(), v.integer(), v.minValue(0))),
  currency: place,
  onlyCurrency: v.string(),
  dateOrder: v.picklist([...dateOrders, ""]),
  decimalMark: v.picklist([...decimalMarks, ""]),
});

/** Only this module writes the record; other versions are ignored. */
function mappingOf(kept: unknown): Mapping | undefined {
  const { success, output } = v.safeParse(keptMapping, kept);
  if (!success) return undefined;
  const { reference, date, amount, credit, debit, side, currency, ...rest } = output;
  return { reference, date, amount, credit, debit, side, currency, ...rest };
}

const headOf = ({ head }: Table): string => JSON.stringify(head.map((cell) => cell.toLowerCase()));

const isCompared = (comparison: Comparison): comparison is Compared => "counts" in comparison;

/** Compares a statement with the cached transactions (CLOSE-1): file, columns, result. */
export function Reconcile() {
  const { t } = useTranslation(["reconcile", "common", "transactions"]);
  const { db } = useSync();
  const timeZone = useTimeZone();
  const [step, setStep] = useState<Step>({ is: "choose" });
  const [file, setFile] = useState<File>();
  const reconciler = useReconciler(file, () => setStep({ is: "choose", error: t("problems.closed") }));
  const [type, setType] = useState("");
  const [busy, setBusy] = useState(false);

  const read = async (chosen: File): Promise<Step> => {
    if (chosen.size > mostMegabytes * 1e6) return { is: "choose", error: t("problems.tooLarge", { size: mostMegabytes }) };
    // A dropped folder, or a file deleted since, can't be opened.
    const bytes = await chosen.arrayBuffer().catch(() => undefined);
    if (bytes === undefined) return { is: "choose", error: t("problems.closed") };
    const opened = await reconciler.open(new Uint8Array(bytes));
    switch (opened.is) {
      case "unreadable":
      case "headless":
      case "empty":
        return { is: "choose", error: t(`problems.${opened.is}`) };
      case "loose quote":
        return { is: "choose", error: t("problems.looseQuote", { line: opened.line }) };
      case "table": {
        // An unreadable record counts as none.
        const kept = mappingOf(await readStatementColumns(db, headOf(opened)).catch(() => undefined));
        return {
          is: "columns",
          table: opened,
          mapping: kept ? recalled(kept, await reconciler.writing(kept)) : opened.guess,
          remembered: kept !== undefined,
        };
      }
    }
  };
  const open = async (chosen: File) => {
    setFile(chosen);
    setBusy(true);
    setStep(await read(chosen).catch((): Step => ({ is: "choose", error: t("problems.failed") })));
    setBusy(false);
  };

  /** Other columns may be written in another way. */
  const change = async (table: Table, before: Mapping, chosen: Mapping) => {
    const show = (mapping: Mapping): Step => ({ is: "columns", table, mapping, remembered: false });
    const isOther = (...columns: readonly (keyof ChosenColumns)[]): boolean => columns.some((one) => chosen[one] !== before[one]);
    const [otherDate, otherAmount] = [isOther("date"), isOther("amount", "credit", "debit")];
    const open = { ...chosen, ...(otherDate ? { dateOrder: "" as const } : {}), ...(otherAmount ? { decimalMark: "" as const } : {}) };
    setStep(show(open));
    if (!otherDate && !otherAmount) return;
    // What can't be asked is left to be chosen.
    const writing = await reconciler.writing(chosen).catch(() => undefined);
    if (!writing) return;
    const told = { ...open, dateOrder: open.dateOrder || writing.dateOrder, decimalMark: open.decimalMark || writing.decimalMark };
    setStep((now) => (now.is === "columns" && now.mapping === open ? show(told) : now));
  };

  const compare = async (from: Exclude<Step, { is: "choose" }>) => {
    const { table, mapping } = from;
    /** What was chosen meanwhile stands. */
    const show = (next: Step): void => setStep((now) => (now === from ? next : now));
    setBusy(true);
    const words = {
      columns: [
        t("result"),
        ...(["line", "day", "amount", "currency", "reference"] as const).map((name) => t(`there.${name}`)),
        ...(["id", "reference", "user", "type", "status", "day", "amount", "currency"] as const).map((name) => t(`here.${name}`)),
        t("note"),
      ],
      groups: {
        matched: t("groups.matched"),
        differs: t("groups.differs"),
        several: t("groups.several"),
        onlyThere: t("groups.onlyThere"),
        onlyHere: t("groups.onlyHere"),
      },
      notes: {
        reference: t("by.reference"),
        amount: t("by.amount"),
        failedHere: t("failedHere"),
        double: t("double", { line: "#" }),
      },
    };
    try {
      await keepStatementColumns(db, headOf(table), mapping).catch(() => {});
      const compared = await reconciler.compare(mapping, { timeZone, type, clockAhead: hostClockOffset() }, words);
      // Rendering many lines at once would block the page.
      startTransition(() =>
        show(
          isCompared(compared)
            ? { is: "result", table, mapping, type, compared }
            : { is: "columns", table, mapping, remembered: false, error: t("problems.noLines") },
        ),
      );
    } catch {
      show({ is: "columns", table, mapping, remembered: false, error: t("problems.failed") });
    }
    setBusy(false);
  };

  return (
    <div className={stack} data-unsaved={step.is === "choose" ? undefined : ""}>
      <KeepFocus />
      <p className={note}>{t("intro")}</p>
      {step.is === "result" ? null : (
        <FileField
          label={t("file")}
          hint={t("fileHint")}
          chosen={file?.name}
          error={step.is === "choose" ? step.error : undefined}
          accept="text/csv,.csv,text/plain,.txt,text/tab-separated-values,.tsv"
          locked={busy}
          onFile={(chosen) => void open(chosen)}
        />
      )}
      {step.is === "columns" ? (
        <>
          {step.error ? <Notice tone="danger" title={step.error} /> : null}
          <Columns
            table={step.table}
            mapping={step.mapping}
            remembered={step.remembered}
            type={type}
            busy={busy}
            onType={(chosen) => {
              setType(chosen);
              setStep({ ...step });
            }}
            onChange={(mapping) => void change(step.table, step.mapping, mapping)}
            onCompare={() => void compare(step)}
          />
        </>
      ) : null}
      {step.is === "result" ? (
        <Result
          name={file?.name ?? ""}
          compared={step.compared}
          type={step.type}
          busy={busy}
          onAgain={() => void compare(step)}
          tools={
            <>
              <Button onClick={() => setStep({ ...step, is: "columns", remembered: false })}>{t("change")}</Button>
              <Button
                onClick={() => {
                  setFile(undefined);
                  setStep({ is: "choose" });
                }}
              >
                {t("another")}
              </Button>
            </>
          }
        />
      ) : null}
    </div>
  );
}

import Big from "big.js";
import { useId, useState } from "react";
import * as v from "valibot";
import { css } from "#styled/css";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { decimal } from "../../../contract/decimal.ts";
import { plainText } from "../../../contract/text.ts";
import { OpenRunError, type RunPlan, planRun, SentSinceError } from "../../../db/money/bulk-runs.ts";
import { useIsRunOpen } from "../../data/use-bulk-run.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { useIsHere } from "../../parts/use-is-here.ts";
import { shownName } from "../../state/admin-names.ts";
import { useAdmin, usePermission } from "../../state/auth.ts";
import { Card } from "../../ui/card.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { decimalKeys, noteRefused } from "../../ui/decimal-keys.ts";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { goOn } from "./driver.ts";

const pair = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
  smDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
});
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" });

/** The currency with the most rows (the first in the file on a tie), and the sum of its amounts (settled reading of BULK-3). */
export function largestOf(rows: readonly PlannedRow[]): { readonly currency: string; readonly total: string } | undefined {
  const sums = new Map<string, { count: number; total: Big }>();
  for (const { currency, amount } of rows) {
    const { count, total } = sums.get(currency) ?? { count: 0, total: new Big(0) };
    sums.set(currency, { count: count + 1, total: total.plus(amount) });
  }
  let largest: { currency: string; count: number; total: Big } | undefined;
  for (const [currency, sum] of sums) if (sum.count > (largest?.count ?? 0)) largest = { currency, ...sum };
  return largest && { currency: largest.currency, total: largest.total.toFixed() };
}

/** Whether a figure, typed or pasted from the page, matches: as `shown`, or without thousands separators. */
export function isTyped(typed: string, figure: string, shown: string): boolean {
  const text = plainText(typed);
  if (text === plainText(shown)) return true;
  // In a shown figure with decimals, the last mark is the decimal mark.
  const [mark = "."] = (figure.includes(".") && /\D(?=\d+$)/.exec(shown)) || [];
  const parsed = v.safeParse(decimal, text.replace(mark, "."));
  return parsed.success && new Big(parsed.output).eq(figure);
}

/** Whether the same rows would be sent as were ticked; `unseen`: by all that is known here, but the host didn't tell what others sent. */
export type Look = "same" | "changed" | "unseen";

/** `rows`: the ticked ones, in file order. `name`: the file's. */
interface StartFormProps extends Pick<RunPlan, "rows" | "name" | "doubles"> {
  /** Asks the host what has changed since the rehearsal, and rehearses anew. Rejects if the cache can't be read. */
  onLook: () => Promise<Look>;
  /** Called once the run is stored and started. */
  onStarted?: (() => void) | undefined;
}

/** Confirms a bulk funding: row count and total have to be typed, then the run starts (BULK-3). */
export function StartForm({ rows, name, doubles, onLook, onStarted }: StartFormProps) {
  const { t } = useTranslation("bulkRun");
  const maySee = usePermission("canViewTransactions");
  const sync = useSync();
  const format = useFormat();
  const admin = useAdmin();
  const isOpen = useIsRunOpen();
  const formId = useId();
  const isHere = useIsHere();
  const [typed, setTyped] = useState({ rows: "", total: "" });
  const [isTried, setIsTried] = useState(false);
  const [start, setStart] = useState<"no" | "starting" | "failed" | "sentSince">("no");
  /** Whether to start though the host didn't tell what others sent; undefined: it did, or wasn't asked. */
  const [regardless, setRegardless] = useState<boolean>();

  const largest = largestOf(rows);
  const count = String(rows.length);
  const shownCount = format.number(count);
  const shownTotal = format.exact(largest?.total ?? "0");
  const isRight = {
    rows: isTyped(typed.rows, count, shownCount),
    total: isTyped(typed.total, largest?.total ?? "0", shownTotal),
  };
  const { idempotencyHeader } = sync.host.config;
  const off = (): string | undefined => {
    if (idempotencyHeader === undefined) return t("start.off.noKey");
    if (sync.keeping === "off") return t("start.off.notKept");
    if (rows.length === 0) return t("start.off.none");
    return isOpen ? t("start.off.open") : undefined;
  };
  const reason = off();

  const submit = async () => {
    setIsTried(true);
    if (!isRight.rows || !isRight.total) {
      if (!isRight.total) noteRefused(typed.total);
      document.getElementById(`${formId}-${isRight.rows ? "total" : "rows"}`)?.focus();
      return;
    }
    if (reason !== undefined || start === "starting") return;
    setStart("starting");
    let end: "no" | "sentSince" = "sentSince";
    try {
      // Another admin may have sent the same file.
      const look = await onLook();
      if (!isHere()) return;
      if (look === "unseen" && regardless !== true) {
        setRegardless(false);
        setStart("no");
        return;
      }
      if (look !== "changed") {
        const run = await planRun(sync.db, { name, by: shownName(admin), at: sync.host.clock.now(), rows, doubles });
        void goOn(sync, run);
        end = "no";
      }
    } catch (error) {
      if (!(error instanceof SentSinceError)) {
        // Another tab has started one meanwhile, which is said anyway.
        setStart(error instanceof OpenRunError ? "no" : "failed");
        return;
      }
      // What this device has sent is in its cache, whether or not the host tells.
      await onLook().catch(() => {});
    }
    setStart(end);
    setRegardless(undefined);
    setTyped({ rows: "", total: "" });
    setIsTried(false);
    if (end === "no") onStarted?.();
  };

  return (
    <Card title={t("start.title")} description={t("start.text")}>
      <Form onSubmit={submit}>
        <div className={pair}>
          <TextField
            id={`${formId}-rows`}
            label={t("start.rows")}
            inputMode="numeric"
            autoComplete="off"
            value={typed.rows}
            hint={t("start.rowsHint", { count: rows.length, shown: shownCount })}
            error={isTried && !isRight.rows ? t("start.rowsWrong") : undefined}
            onChange={(event) => setTyped({ ...typed, rows: event.target.value })}
          />
          {largest ? (
            <TextField
              id={`${formId}-total`}
              label={t("start.total", { currency: largest.currency })}
              inputMode={decimalKeys()}
              autoComplete="off"
              value={typed.total}
              hint={t("start.totalHint", { total: shownTotal, currency: largest.currency })}
              error={isTried && !isRight.total ? t("start.totalWrong", { currency: largest.currency }) : undefined}
              onChange={(event) => setTyped({ ...typed, total: event.target.value })}
            />
          ) : null}
        </div>
        {start === "failed" || start === "sentSince" ? <Notice tone="danger" title={t(`start.${start}`)} /> : null}
        {regardless === undefined ? null : (
          <Notice tone="warning" title={maySee ? t("start.unseen") : t("start.hidden", { permission: "canViewTransactions" })}>
            <Checkbox label={t("start.regardless")} checked={regardless} onChange={setRegardless} />
          </Notice>
        )}
        {reason !== undefined && rows.length > 0 ? <Notice tone="warning" title={reason} /> : null}
        <div className={foot}>
          <MutationButton kind="primary" type="submit" permission="canFundUsers" busy={start === "starting"} off={reason}>
            {t("start.button")}
          </MutationButton>
        </div>
      </Form>
    </Card>
  );
}

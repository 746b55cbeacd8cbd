import { css } from "#styled/css";
import { endOf } from "../../../db/money/journal.ts";
import { type Attempt, type AuditEntry, useAuditEntry } from "../../data/use-audit.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { movedBy, ReverseLink } from "../../parts/reverse-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { compare, textOf } from "./compare.ts";
import { LinkedText } from "./linked-text.tsx";
import { actionWord, alertWord, outcomeWord } from "./log-row.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "5" });
const heading = css({ textStyle: "sm", fontWeight: "semibold", marginBottom: "1.5" });
const line = css({
  display: "grid",
  gridTemplateColumns: "[minmax(6.5rem, 0.8fr) minmax(0, 2fr)]",
  alignItems: "start",
  gap: "3",
  py: "1.5",
  borderBottomWidth: "1px",
  borderColor: "line",
  textStyle: "sm",
});
const name = css({ color: "ink.muted", overflowWrap: "anywhere", py: "1.5" });
const held = css({ display: "flex", alignItems: "flex-start", gap: "2", minWidth: "0" });
const value = css({ flex: "1", minWidth: "0", py: "1.5", overflowWrap: "anywhere", whiteSpace: "pre-wrap" });
const mono = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere", whiteSpace: "pre-wrap" });

interface Fact {
  readonly label: string;
  readonly text: string;
  readonly copy?: boolean;
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(({ label, text, copy = false }) => (
        <div key={label} className={line}>
          <dt className={name}>{label}</dt>
          <dd className={held}>
            <span className={copy ? `${value} ${mono}` : value}>
              <LinkedText field={label} text={text} />
            </span>
            {copy ? <CopyButton value={text} what={label} /> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Facts under a heading; nothing without facts. */
function FactsPart({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section>
      <h3 className={heading}>{title}</h3>
      <Facts facts={facts} />
    </section>
  );
}

/** What an action changed, side by side. */
function Comparison({ before, after }: { before: unknown; after: unknown }) {
  const { t } = useTranslation(["audit", "common"]);
  const differences = compare(before, after);
  if (differences.length === 0) return null;
  const said = (field: string, text: string | undefined) => (
    <span className={mono}>{text ? <LinkedText field={field} text={text} /> : t("common:none")}</span>
  );
  return (
    <section>
      <h3 className={heading}>{t("details.comparison")}</h3>
      <DataTable
        label={t("details.comparison")}
        rows={differences}
        keyOf={({ field }) => field}
        columns={[
          {
            label: t("details.field"),
            render: ({ field, isChanged }) => (
              <>
                {field} {isChanged ? <Badge tone="accent">{t("details.changed")}</Badge> : null}
              </>
            ),
          },
          { label: t("details.before"), render: ({ field, before }) => said(field, before) },
          { label: t("details.after"), render: ({ field, after }) => said(field, after) },
        ]}
      />
    </section>
  );
}

const factOf = (label: string, content: unknown, copy = false): Fact[] => {
  const text = textOf(content);
  return text === undefined || text === "" ? [] : [{ label, text, copy }];
};

/** An entry as recorded by the host, and what it changed. */
export function EntryBody({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const label = (
    field: "at" | "actor" | "actorId" | "role" | "action" | "target" | "outcome" | "status" | "message" | "address" | "alert",
  ) => t(`details.fields.${field}`);
  const facts = [
    ...factOf(label("at"), format.full(new Date(entry.at))),
    ...factOf(label("action"), actionWord(t, entry.action)),
    ...factOf(label("actor"), entry.actor ?? t("list.nobody"), Boolean(entry.actor)),
    ...factOf(label("actorId"), entry.actorId, true),
    ...factOf(label("role"), entry.role),
    ...factOf(label("target"), entry.target, true),
    ...factOf(label("outcome"), outcomeWord(t, entry.outcome)),
    ...factOf(label("status"), entry.status),
    ...factOf(label("message"), entry.message),
    ...factOf(label("address"), entry.address, true),
    ...factOf(label("alert"), entry.alert ? alertWord(t, entry.alert) : undefined),
  ];
  const asked = compare(undefined, entry.asked).flatMap(({ field, after }) => factOf(field, after));
  return (
    <div className={stack}>
      <Facts facts={facts} />
      <Comparison before={entry.before} after={entry.after} />
      <FactsPart title={t("details.asked")} facts={asked} />
      <FactsPart
        title={t("details.chain")}
        facts={[
          ...factOf(t("details.fields.seq"), entry.seq),
          ...factOf(t("details.fields.previous"), entry.previous, true),
          ...factOf(t("details.fields.hash"), entry.hash, true),
        ]}
      />
    </div>
  );
}

/** All details of an entry; fetched if not cached. */
export function EntryDetails({ seq, onClose }: { seq: number; onClose: () => void }) {
  const { t } = useTranslation(["audit", "common"]);
  const { entry, isRead, fetching } = useAuditEntry(seq);
  const missing = (): string =>
    fetching.is === "odd"
      ? t("details.odd", { seq })
      : fetching.is === "failed"
        ? (fetching.message ?? t("details.missing"))
        : t("details.loading");
  return (
    <Dialog open onClose={onClose} shape="side" title={t("details.title", { seq })} description={t("details.text")}>
      {entry ? (
        <EntryBody entry={entry} />
      ) : isRead ? (
        <EmptyState title={missing()}>{fetching.is === "failed" ? t("details.missingHint") : undefined}</EmptyState>
      ) : null}
    </Dialog>
  );
}

/** The journal's record of an attempt. */
export function AttemptDetails({ attempt, onClose }: { attempt: Attempt; onClose: () => void }) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const { state, settled } = attempt;
  const facts = [
    ...factOf(t("details.fields.at"), format.full(attempt.at)),
    ...factOf(t("details.fields.action"), actionWord(t, attempt.operation)),
    ...factOf(t("details.fields.actor"), attempt.by),
    ...factOf(t("details.fields.target"), attempt.target, true),
    ...factOf(t("details.fields.outcome"), outcomeWord(t, endOf(attempt))),
    ...factOf(t("details.fields.status"), state.is === "refused" ? state.status : undefined),
    ...factOf(t("details.fields.message"), "message" in state ? state.message : undefined),
    ...factOf(
      t("details.fields.settledAs"),
      settled && t(settled.as === "happened" ? "details.settled.happened" : "details.settled.didNot"),
    ),
    ...factOf(t("details.fields.settledAt"), settled && format.full(settled.at)),
    ...factOf(t("details.fields.note"), settled?.note),
    ...factOf(t("details.fields.reference"), state.is === "done" ? state.reference : undefined, true),
    ...factOf(t("details.fields.id"), attempt.id, true),
  ];
  const moved = movedBy(attempt);
  const asked = Object.entries(attempt.details).flatMap(([field, content]) => factOf(field, content));
  return (
    <Dialog
      open
      onClose={onClose}
      shape="side"
      title={t("details.attempt")}
      description={t("details.attemptText")}
      actions={moved ? <ReverseLink of={moved} size="normal" /> : undefined}
    >
      <div className={stack}>
        <Facts facts={facts} />
        <FactsPart title={t("details.asked")} facts={asked} />
      </div>
    </Dialog>
  );
}

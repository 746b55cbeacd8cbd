import { css } from "#styled/css";
import { useTranslation } from "../../i18n/use-translation.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { Row } from "./looks.ts";

const list = css({ display: "flex", flexDirection: "column" });
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
const value = css({
  flex: "1",
  minWidth: "0",
  fontFamily: "mono",
  fontSize: "xs",
  lineHeight: "1.25rem",
  py: "1.5",
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
  maxHeight: "40",
  overflowY: "auto",
});
/** What the device adds to a row is no field of the host's. */
const ours = new Set(["at", "seenAt"]);

const textOf = (field: unknown): string => (typeof field === "string" ? field : (JSON.stringify(field, undefined, 2) ?? ""));

/** Every field of a transaction that the host sent, each copyable (DASH-9). */
export function DetailsPanel({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation("transactions");
  const fields = Object.entries(row).filter(([field, content]) => !ours.has(field) && content !== undefined && content !== null);
  return (
    <Dialog open onClose={onClose} shape="side" title={t("details.title")} description={t("details.fieldsOf")}>
      <dl className={list}>
        {fields.map(([field, content]) => (
          <div key={field} className={line}>
            <dt className={name}>{field}</dt>
            <dd className={held}>
              <span className={value}>{textOf(content)}</span>
              <CopyButton value={textOf(content)} what={field} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

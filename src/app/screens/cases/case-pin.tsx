import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { X } from "../../ui/more-icons.ts";
import { touchArea } from "../../ui/touch-area.ts";
import type { DossierBlock } from "./dossier-words.ts";
import { NoteField } from "./note-field.tsx";

const look = css({
  display: "grid",
  gridTemplateColumns: "[1.75rem minmax(0, 1fr) auto]",
  columnGap: "2",
  px: "5",
  py: "4",
  "&:not(:first-child)": { borderTopWidth: "1px", borderColor: "line" },
  smDown: { px: "4", gridTemplateColumns: "[1.25rem minmax(0, 1fr) auto]" },
  _print: { px: "0", py: "3", breakInside: "avoid" },
});
const place = css({ color: "ink.muted", textStyle: "sm", lineHeight: "1.5rem", fontVariantNumeric: "tabular-nums lining-nums" });
const words = css({ display: "flex", flexDirection: "column", gap: "1", minWidth: "0" });
const kind = css({ textStyle: "xs", color: "ink.muted" });
const what = cx(
  touchArea,
  css({
    textStyle: "md",
    fontWeight: "medium",
    overflowWrap: "anywhere",
    fontVariantNumeric: "tabular-nums lining-nums",
    _hover: { textDecoration: "underline" },
  }),
);
const ids = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });
const source = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const gone = css({ textStyle: "sm", color: "pending", fontWeight: "medium" });
const changes = css({ display: "flex", flexDirection: "column", gap: "0.5", textStyle: "sm" });
const changed = css({ color: "processing", fontWeight: "medium" });
const field = css({ color: "ink.muted", _after: { content: '": "' } });
const value = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });
const old = cx(value, css({ color: "ink.muted", textDecoration: "line-through" }));
const fresh = cx(value, css({ textDecoration: "none", bg: "processing.soft", borderRadius: "sm" }));
const others = css({
  display: "flex",
  flexDirection: "column",
  gap: "1",
  textStyle: "sm",
  borderInlineStartWidth: "1px",
  borderColor: "line",
  paddingInlineStart: "3",
  my: "1",
});

interface CasePinProps {
  block: DossierBlock;
  /** Position among the pins, 1-based. */
  number: number;
  /** Takes the focus when it appears. */
  isReturned: boolean;
  onNote: (note: string) => Promise<boolean>;
  onRemove: () => void;
}

/** A pinned row: what it is, its source, what has changed since, and the admin's note. */
export function CasePin({ block, number, isReturned, onNote, onRemove }: CasePinProps) {
  const { t } = useTranslation("cases");
  return (
    <li className={look}>
      <span className={place}>{number}.</span>
      <div className={words}>
        <p className={kind}>{block.kind}</p>
        <Link href={block.href} className={what}>
          {block.what}
        </Link>
        <p className={ids}>{block.ids}</p>
        <p className={source}>{block.source}</p>
        {block.state === "gone" ? <p className={gone}>{t("pins.gone")}</p> : null}
        {block.state === "changed" ? (
          <div className={changes}>
            <p className={changed}>{t("pins.changed")}</p>
            {block.changes.map((one) => (
              <p key={one.field}>
                <span className={field}>{one.field}</span>
                <del className={old}>{one.was || "—"}</del> → <ins className={fresh}>{one.now || "—"}</ins>
              </p>
            ))}
          </div>
        ) : null}
        {block.others.length > 0 ? (
          <ul className={others} aria-label={t("pins.about")}>
            {block.others.map((other) => (
              <li key={other.key}>
                <p>{other.what}</p>
                <p className={source}>{other.source}</p>
              </li>
            ))}
          </ul>
        ) : null}
        <NoteField label={t("note.pin", { what: block.called })} note={block.pin.note} onKeep={onNote} />
      </div>
      <IconButton
        label={t("pins.remove", { what: block.called })}
        icon={<X size={16} aria-hidden />}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- "Undo", which had the focus, is gone
        autoFocus={isReturned}
        onClick={onRemove}
      />
    </li>
  );
}

import { useCallback, useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { announce } from "../../state/announce.ts";
import { TextAreaField } from "../../ui/text-area-field.tsx";

/** What is typed is saved after a pause this long, in ms, and when the field or the page is left; what is pasted, at once. */
const pauseMs = 400;

const onScreen = css({ marginTop: "2", _print: { display: "none" } });
const area = css({ minHeight: "10!", fieldSizing: "content", maxHeight: "80", _touch: { minHeight: "11!" } });
const onPaper = css({
  display: "none",
  marginTop: "1",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
  textStyle: "sm",
  _print: { display: "block" },
});

interface NoteFieldProps {
  label: string;
  note: string;
  /** Resolves to false if the subject no longer exists. */
  onKeep: (note: string) => Promise<boolean>;
}

/** A note saved while typing; printed as text. */
export function NoteField({ label, note, onKeep }: NoteFieldProps) {
  const { t } = useTranslation("cases");
  /** Unsaved text; undefined: the field shows the stored note. */
  const [draft, setDraft] = useState<string>();
  const [hasFocus, setHasFocus] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const keep = useRef(onKeep);
  useEffect(() => {
    keep.current = onKeep;
  }, [onKeep]);
  const waiting = useRef<{ readonly text: string; readonly timer: ReturnType<typeof setTimeout> }>(undefined);

  const flush = useCallback(() => {
    const { text, timer } = waiting.current ?? {};
    clearTimeout(timer);
    waiting.current = undefined;
    if (text === undefined) return;
    const end = (isKept: boolean): void => {
      setHasFailed(!isKept);
      // The focus may be elsewhere by now.
      if (!isKept) announce(t("note.failed"));
    };
    keep.current(text).then(end, () => end(false));
  }, [t]);
  useEffect(() => {
    addEventListener("pagehide", flush);
    return () => {
      removeEventListener("pagehide", flush);
      flush();
    };
  }, [flush]);

  // Kept and left: follow changes from other tabs again.
  if (draft === note && !hasFocus) setDraft(undefined);
  const shown = draft ?? note;
  const type = (text: string) => {
    setDraft(text);
    clearTimeout(waiting.current?.timer);
    waiting.current = { text, timer: setTimeout(flush, pauseMs) };
    // More than a key brings: leaving the page soon may end what is begun only then.
    if (text.length > shown.length + 1) flush();
  };
  return (
    <>
      <div className={onScreen}>
        <TextAreaField
          label={label}
          error={hasFailed ? t("note.failed") : undefined}
          className={area}
          rows={1}
          value={shown}
          onChange={({ target }) => type(target.value)}
          onFocus={() => setHasFocus(true)}
          onBlur={() => {
            flush();
            setHasFocus(false);
          }}
        />
      </div>
      {shown === "" ? null : (
        <p className={onPaper}>
          {t("note.title")}: {shown}
        </p>
      )}
    </>
  );
}

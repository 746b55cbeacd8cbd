import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { css } from "#styled/css";
import { said } from "../../state/announce.ts";

/** A text stays for this long, in ms: later nobody should come upon it. */
const saidForMs = 2000;

const hidden = css({ srOnly: true });

interface Line {
  readonly serial: number;
  readonly text: string;
}

/** The region of `announce`: there before its texts, as only what is added to one is said, and beside the root, which a dialog hides. */
export function Announcer() {
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let serial = 0;
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const end = said.subscribe(() => {
      serial += 1;
      const line = { serial, text: said.get()?.text ?? "" };
      // What is drawn anew, or pressed again at once, was said.
      setLines((before) => (before.some(({ text }) => text === line.text) ? before : [...before, line]));
      timers.add(setTimeout(() => setLines((before) => before.filter((one) => one !== line)), saidForMs));
    });
    return () => {
      end();
      for (const timer of timers) clearTimeout(timer);
    };
  }, []);
  return createPortal(
    <div role="log" aria-live="polite" className={hidden}>
      {lines.map(({ serial, text }) => (
        <p key={serial}>{text}</p>
      ))}
    </div>,
    document.body,
  );
}

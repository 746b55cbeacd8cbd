import { type ReactNode, useEffect } from "react";
import { css } from "#styled/css";
import { Mark } from "./mark.tsx";
import { takeNewer } from "../state/update-state.ts";

const page = css({ minHeight: "[100dvh]", display: "grid", placeItems: "center", p: "gutter" });
const panel = css({ width: "full", maxWidth: "112", display: "flex", flexDirection: "column", gap: "3", alignItems: "flex-start" });
const mark = css({ color: "accent", marginBottom: "2" });
const title = css({ textStyle: "title" });
const text = css({ textStyle: "md", color: "ink.muted", overflowWrap: "anywhere", textWrap: "pretty" });
const foot = css({ display: "flex", gap: "2", marginTop: "3", flexWrap: "wrap" });

/**
 * Full-page fallback when no screen can render: what happened, what did not, what to do. Switches to a newer app
 * version if there is one, since it may fix the fault.
 */
export function BootPage({ title: heading, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  useEffect(takeNewer, []);
  return (
    <main className={page}>
      <div className={panel}>
        <span className={mark}>
          <Mark size={32} />
        </span>
        <h1 className={title}>{heading}</h1>
        <div className={text}>{children}</div>
        {actions ? <div className={foot}>{actions}</div> : null}
      </div>
    </main>
  );
}

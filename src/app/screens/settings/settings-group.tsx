import { type ReactNode } from "react";
import { css } from "#styled/css";
import { Card } from "../../ui/card.tsx";

const rows = css({
  display: "flex",
  flexDirection: "column",
  "& > *": { borderTopWidth: "1px", borderColor: "line", py: "3", _compact: { py: "2" } },
  "& > *:first-child": { borderTopWidth: "0", paddingTop: "0" },
  "& > *:last-child": { paddingBottom: "0" },
});

/** A group of settings, one per line. */
export const SettingsGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card title={title}>
    <div className={rows}>{children}</div>
  </Card>
);

import { type ReactNode } from "react";
import { type RecipeVariantProps, cx, sva } from "#styled/css";
import { glyphs } from "./glyphs.tsx";

const slots = sva({
  slots: ["root", "icon", "words", "title", "text", "action"],
  base: {
    root: {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "flex-start",
      gap: "3",
      px: "4",
      py: "3",
      borderWidth: "1px",
      borderRadius: "panel",
    },
    icon: { flexShrink: "0", display: "flex", height: "5", alignItems: "center" },
    // Beside so narrow a text the button goes below.
    words: { flex: "[1 1 min(16rem, calc(100% - 2.5rem))]", minWidth: "0", overflowWrap: "anywhere" },
    title: { textStyle: "md", fontWeight: "medium" },
    text: { textStyle: "sm", color: "ink.muted", marginTop: "0.5" },
    action: { flexShrink: "0", marginStart: "auto" },
  },
  variants: {
    tone: {
      info: { root: { bg: "surface", borderColor: "line" }, icon: { color: "processing" } },
      warning: { root: { bg: "pending.soft", borderColor: "pending/40" }, icon: { color: "pending" } },
      danger: { root: { bg: "danger.soft", borderColor: "danger/40" }, icon: { color: "danger" }, title: { color: "danger" } },
      unknown: {
        root: { bg: "unknown.soft", borderColor: "unknown", borderStyle: "dashed" },
        icon: { color: "unknown" },
        title: { color: "unknown" },
      },
    },
  },
  defaultVariants: { tone: "info" },
});

export type NoticeTone = NonNullable<NonNullable<RecipeVariantProps<typeof slots>>["tone"]>;

export interface NoticeProps {
  /** Reserve `unknown` for unknown outcomes. */
  tone?: NoticeTone;
  /** What happened, in one sentence. */
  title: string;
  /** What did not happen, and what to do. */
  children?: ReactNode;
  /** One button. */
  action?: ReactNode;
  className?: string;
}

/** Persistent message inside a screen: what happened, what to do, one button. Danger is announced immediately. */
export function Notice({ tone = "info", title, children, action, className }: NoticeProps) {
  const look = slots({ tone });
  return (
    <div role={tone === "danger" ? "alert" : "status"} className={cx(look.root, className)}>
      <span className={look.icon}>{tone === "info" ? glyphs.info : tone === "warning" ? glyphs.warning : glyphs.alert}</span>
      <div className={look.words}>
        <p className={look.title}>{title}</p>
        {children ? <div className={look.text}>{children}</div> : null}
      </div>
      {action ? <div className={look.action}>{action}</div> : null}
    </div>
  );
}

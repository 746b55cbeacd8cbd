import { type ReactNode } from "react";
import { type RecipeVariantProps, cva } from "#styled/css";

const look = cva({
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "1.5",
    px: "2",
    minHeight: "5",
    borderRadius: "control",
    borderWidth: "1px",
    borderColor: "transparent",
    textStyle: "xs",
    fontWeight: "medium",
    whiteSpace: "nowrap",
  },
  variants: {
    tone: {
      neutral: { bg: "pressed", color: "ink" },
      accent: { bg: "accent.soft", color: "accent" },
      done: { bg: "done.soft", color: "done" },
      pending: { bg: "pending.soft", color: "pending" },
      processing: { bg: "processing.soft", color: "processing" },
      failed: { bg: "failed.soft", color: "failed" },
      unknown: { bg: "unknown.soft", color: "unknown", borderColor: "unknown", borderStyle: "dashed" },
    },
  },
  defaultVariants: { tone: "neutral" },
});

export type Tone = NonNullable<NonNullable<RecipeVariantProps<typeof look>>["tone"]>;

/** Tinted label. Reserve `unknown` for unknown outcomes. */
export const Badge = ({ tone = "neutral", children }: { tone?: Tone; children: ReactNode }) => (
  <span className={look({ tone })}>{children}</span>
);

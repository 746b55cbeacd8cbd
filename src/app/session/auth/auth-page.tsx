import { type FormEvent, type ReactNode, useEffect } from "react";
import { css } from "#styled/css";
import { leaveAuthPage, useAuth } from "../../state/auth.ts";
import { Mark } from "../../ui/mark.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Perforation } from "../../ui/perforation.tsx";

const page = css({
  minHeight: "[100dvh]",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  justifyContent: "safe center",
  px: "4",
  py: "8",
  bg: "ground",
  // With a virtual keyboard open, move the slip to the top so it covers no button.
  "@media (max-height: 30rem)": { justifyContent: "flex-start", py: "4" },
});
const slip = css({
  display: "grid",
  gridTemplateColumns: "[4.5rem 3px minmax(0, 1fr)]",
  width: "full",
  maxWidth: "[29rem]",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  boxShadow: "raised",
  smDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
});
const stub = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  py: "7",
  color: "accent",
  smDown: { flexDirection: "row", px: "5", py: "4", gap: "2.5" },
});
const upright = css({
  marginTop: "auto",
  writingMode: "vertical-rl",
  rotate: "180deg",
  fontFamily: "mono",
  textStyle: "xs",
  letterSpacing: "0.08em",
  color: "ink.muted",
  smDown: { marginTop: "0", writingMode: "horizontal-tb", rotate: "0deg" },
});
const across = css({ smDown: { display: "none" }, display: "flex" });
const along = css({ sm: { display: "none" }, px: "1" });
const body = css({ px: "7", py: "7", display: "flex", flexDirection: "column", gap: "5", smDown: { px: "5", py: "5" } });
const heading = css({ textStyle: "title" });
const subtext = css({ textStyle: "md", color: "ink.muted", marginTop: "1" });
const form = css({ display: "flex", flexDirection: "column", gap: "4" });
const foot = css({
  textStyle: "sm",
  color: "ink.muted",
  "& a": {
    color: "accent",
    fontWeight: "medium",
    textDecoration: "underline",
    textUnderlineOffset: "3px",
    textDecorationColor: "accent/40",
  },
  "& a:hover": { textDecorationColor: "accent" },
});

export interface AuthPageProps {
  heading: string;
  subtext: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Fields and button. */
  children: ReactNode;
  foot: ReactNode;
  /** Overrides the auth state's error. */
  error?: string | undefined;
}

/** Layout of a public page: a slip on paper with the documents' wording; the last error is in red above the form (AUTH-2). */
export function AuthPage({ heading: title, subtext: text, onSubmit, children, foot: links, error: own }: AuthPageProps) {
  const { error = own } = useAuth();
  useEffect(() => leaveAuthPage, []);
  return (
    <main className={page}>
      <title>{`${title} · Counterfoil`}</title>
      <div className={slip}>
        <div className={stub}>
          <Mark size={30} />
          <span className={upright} aria-hidden="true">
            counterfoil
          </span>
        </div>
        <div className={across}>
          <Perforation along="column" />
        </div>
        <div className={along}>
          <Perforation />
        </div>
        <div className={body}>
          <div>
            <h1 className={heading}>{title}</h1>
            <p className={subtext}>{text}</p>
          </div>
          {error ? <Notice tone="danger" title={error} /> : null}
          <form
            className={form}
            onSubmit={(event) => {
              event.preventDefault();
              onSubmit(event);
            }}
          >
            {children}
          </form>
          <div className={foot}>{links}</div>
        </div>
      </div>
    </main>
  );
}

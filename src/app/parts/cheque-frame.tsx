import type { ReactNode } from "react";
import { cx, sva } from "#styled/css";
import { Perforation } from "../ui/perforation.tsx";

const slots = sva({
  slots: ["frame", "slip", "stub", "last", "tear", "across", "body"],
  base: {
    frame: { containerType: "inline-size" },
    slip: {
      display: "grid",
      bg: "surface",
      borderWidth: "1px",
      borderColor: "line",
      borderRadius: "panel",
      overflow: "hidden",
      _print: { breakInside: "avoid" },
      "@container (min-width: 52rem)": { gridTemplateColumns: "[12rem 3px minmax(0, 1fr) 3px 16rem]" },
    },
    stub: {
      display: "flex",
      flexDirection: "column",
      gap: "3",
      px: "4",
      py: "5",
      minWidth: "0",
      bg: "sunken",
      "@container (max-width: 51.99rem)": { flexDirection: "row", flexWrap: "wrap", columnGap: "6", py: "4" },
    },
    last: { minHeight: "64", "@container (max-width: 51.99rem)": { minHeight: "0", paddingBottom: "5" } },
    tear: { display: "flex", "@container (max-width: 51.99rem)": { display: "none" } },
    across: { "@container (min-width: 52rem)": { display: "none" } },
    body: {
      display: "flex",
      flexDirection: "column",
      gap: "4",
      px: "6",
      py: "5",
      minWidth: "0",
      "@container (max-width: 51.99rem)": { px: "4" },
    },
  },
  variants: {
    operation: {
      fund: { tear: { color: "accent" }, across: { color: "accent" } },
      deduct: { slip: { borderColor: "danger/45" } },
    },
  },
});

interface Counterfoil {
  readonly label: string;
  readonly children: ReactNode;
}

interface ChequeFrameProps {
  label: string;
  operation?: "fund" | "deduct";
  /** Counterfoil lines of the maker. */
  maker: Counterfoil;
  /** Counterfoil of the checker; omitted while the request is being made. */
  checker?: Counterfoil | undefined;
  children: ReactNode;
}

/** A cheque with perforated counterfoils: maker, request and checker. Stacked on narrow screens. */
export function ChequeFrame({ label, operation, maker, checker, children }: ChequeFrameProps) {
  const look = slots(operation ? { operation } : {});
  const tear = (
    <>
      <div className={look.tear}>
        <Perforation along="column" />
      </div>
      <div className={look.across}>
        <Perforation />
      </div>
    </>
  );
  return (
    <div className={look.frame}>
      <section className={look.slip} aria-label={label}>
        <dl className={look.stub} aria-label={maker.label}>
          {maker.children}
        </dl>
        {tear}
        <div className={look.body}>{children}</div>
        {checker ? (
          <>
            {tear}
            <div className={cx(look.stub, look.last)} tabIndex={-1} role="group" aria-label={checker.label}>
              {checker.children}
            </div>
          </>
        ) : null}
      </section>
    </div>
  );
}

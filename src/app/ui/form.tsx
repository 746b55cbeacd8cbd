import type { ReactNode } from "react";
import { css } from "#styled/css";

const column = css({ display: "flex", flexDirection: "column", gap: "4" });

interface FormProps {
  readonly id?: string;
  /** Accessible name, for a form that is a landmark. */
  readonly label?: string;
  /** In place of a column of fields. */
  readonly className?: string;
  readonly onSubmit: () => unknown;
  readonly children: ReactNode;
}

/** Focuses the first number field that has refused its input; returns whether there is one. */
function focusRefused(form: HTMLFormElement): boolean {
  const box = [...form.querySelectorAll("input")].find(({ validity }) => validity.customError);
  box?.focus();
  return box !== undefined;
}

/** A form that the app checks itself: without the browser's checks, and not submitted while a number field refuses its input. */
export function Form({ label, className = column, onSubmit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        // Through React the event would reach a form around this one, a dialog's included.
        event.stopPropagation();
        if (!focusRefused(event.currentTarget)) onSubmit();
      }}
    />
  );
}

import { type ReactNode } from "react";
import { css } from "#styled/css";

const look = css({ srOnly: true });

/** Visible to assistive technology only. */
export const VisuallyHidden = ({ children }: { children: ReactNode }) => <span className={look}>{children}</span>;

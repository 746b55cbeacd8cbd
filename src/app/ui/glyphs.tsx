import { type ReactNode } from "react";

const glyph = (shape: ReactNode) => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {shape}
  </svg>
);

const eyeShape = (
  <>
    <path d="M1.2 8S3.6 3.4 8 3.4 14.8 8 14.8 8 12.4 12.6 8 12.6 1.2 8 1.2 8Z" />
    <circle cx="8" cy="8" r="2.1" />
  </>
);

/** The few icons of the sign-in page, inlined so its first visit loads no others; elsewhere use icons.tsx. */
export const glyphs = {
  eye: glyph(eyeShape),
  eyeOff: glyph(
    <>
      {eyeShape}
      <path d="m2.5 14 11-12" />
    </>,
  ),
  info: glyph(
    <>
      <circle cx="8" cy="8" r="6.4" />
      <path d="M8 7.4v3.6M8 4.9v.1" />
    </>,
  ),
  warning: glyph(
    <>
      <path d="M6.9 2.5 1.3 12a1.3 1.3 0 0 0 1.1 2h11.2a1.3 1.3 0 0 0 1.1-2L9.1 2.5a1.3 1.3 0 0 0-2.2 0Z" />
      <path d="M8 6v3M8 11.4v.1" />
    </>,
  ),
  alert: glyph(
    <>
      <circle cx="8" cy="8" r="6.4" />
      <path d="M8 4.8v3.6M8 10.9v.1" />
    </>,
  ),
} as const;

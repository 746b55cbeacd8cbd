/** An icon of lucide's in one path. */
const mark = (size: number, path: string, strokeWidth: number) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={strokeWidth}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={path} />
  </svg>
);

/** What each row of a long list shows: the same element every time, so that nothing is drawn anew when a row changes. */
export const rowMarks = {
  more: mark(16, "M5 12h.01M12 12h.01M19 12h.01", 4),
  copy: mark(
    14,
    "M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2ZM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2",
    2,
  ),
  copied: mark(14, "M20 6 9 17l-5-5", 2),
} as const;

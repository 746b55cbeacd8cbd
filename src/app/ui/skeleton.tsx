import { css, cx } from "#styled/css";

const look = css({
  display: "inline-block",
  width: "full",
  height: "[0.75em]",
  borderRadius: "4px",
  bg: "pressed",
  animation: "breathe 1.6s ease-in-out infinite",
});

/** Placeholder bar for text; set its width by `className`. Hidden from assistive technology: say "Loading" once beside it. */
export const Skeleton = ({ className }: { className?: string | undefined }) => <span aria-hidden="true" className={cx(look, className)} />;

import { css, cx } from "#styled/css";

const look = css({
  display: "inline-block",
  width: "full",
  height: "[0.75em]",
  borderRadius: "4px",
  bg: "pressed",
});
const breathing = css({ animation: "breathe 1.6s ease-in-out infinite" });

/**
 * A bar where words will stand; give its width by `className`. It says nothing to assistive technology: say "Loading" once beside it.
 * `still`: where hundreds of them stand for a moment, each animation would cost more than the row that it stands for.
 */
export const Skeleton = ({ className, still = false }: { className?: string | undefined; still?: boolean }) => (
  <span aria-hidden="true" className={cx(look, still ? undefined : breathing, className)} />
);

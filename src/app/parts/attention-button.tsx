import { css } from "#styled/css";
import type { Attempt } from "../../db/money/journal.ts";
import type { FencePost } from "../../sync/money/fence.ts";
import { useJournal } from "../data/use-attempts.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { KeepFocus } from "../ui/keep-focus.tsx";
import { FencePostSlip } from "./attention-post.tsx";
import { closeAttention, openAttention, useAttention } from "./attention-state.ts";
import { UnknownOutcomePanel } from "./unknown-outcome-panel.tsx";

/** How many of the journal's latest rows are searched for attempts that never arrived. */
const lookedThrough = 100;

const button = css({
  flexShrink: "0",
  minHeight: "8",
  px: "2.5",
  borderRadius: "control",
  borderWidth: "1.5px",
  borderStyle: "dashed",
  borderColor: "unknown",
  bg: "unknown.soft",
  color: "unknown",
  textStyle: "sm",
  fontWeight: "medium",
  whiteSpace: "nowrap",
  _hover: { borderStyle: "solid" },
  _touch: { minHeight: "control" },
  lgDown: { order: "2" },
});

/** Attention list and its header button: all unknown outcomes, to be settled there. */
export function AttentionButton({ attempts, posts }: { attempts: readonly Attempt[]; posts: readonly FencePost[] }) {
  const { t } = useTranslation("attempts");
  const { open, attempt: wanted, openedAt } = useAttention();
  // Attempts that turned out "never" while the list is open stay until it is closed.
  const never = (useJournal(open ? lookedThrough : 0) ?? []).filter(
    // Of the two queries the journal's may be the newer one.
    ({ id, state }) => state.is === "never" && state.at >= openedAt && attempts.every((attempt) => attempt.id !== id),
  );
  const count = attempts.length + posts.length;
  const first = <T,>(items: readonly T[], isFirst: (item: T) => boolean): T[] => [
    ...items.filter(isFirst),
    ...items.filter((item) => !isFirst(item)),
  ];
  return (
    <>
      {count > 0 ? (
        <button type="button" className={button} data-attention aria-haspopup="dialog" onClick={() => openAttention()}>
          {t("attention.button", { count })}
        </button>
      ) : null}
      <Dialog
        open={open}
        onClose={closeAttention}
        title={t("attention.title")}
        description={count > 0 ? t("attention.text") : undefined}
        shape="side"
      >
        <KeepFocus />
        {count + never.length === 0 ? <EmptyState title={t("attention.none")} /> : null}
        {first(posts, (post) => post.attempt === wanted).map((post) => (
          <FencePostSlip key={post.attempt} post={post} />
        ))}
        {[...first(attempts, (attempt) => attempt.id === wanted), ...never].map((attempt) => (
          <UnknownOutcomePanel key={attempt.id} attempt={attempt.id} />
        ))}
      </Dialog>
    </>
  );
}

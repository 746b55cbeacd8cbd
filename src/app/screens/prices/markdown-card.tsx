import { useState } from "react";
import { css, cx } from "#styled/css";
import { toggleGlobalMarkdown } from "../../../contract/markdown.ts";
import { type KnownFigure, useReadFigureAgain } from "../../data/use-rates.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { useDeed } from "../../deeds/use-deed.ts";
import { Age } from "../../figures/age.tsx";
import { shownFigure } from "../../figures/figure-panel.tsx";
import { isSame } from "../../figures/change.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card, Figure } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { toast } from "../../ui/toast.ts";
import { atEnd, factsLook } from "../../ui/facts.ts";

const foot = css({ display: "flex", flexDirection: "column", alignItems: "flex-start", gap: "3", px: "5", paddingBottom: "5" });

interface MarkdownCardProps {
  known: KnownFigure<"markdown"> | null | undefined;
  waiting: boolean;
  refresh: () => unknown;
}

/** The current markdown, and the button that turns it on or off (PRICE-3). */
export function MarkdownCard({ known, waiting, refresh }: MarkdownCardProps) {
  const { t } = useTranslation("prices");
  const format = useFormat();
  const { percent } = format;
  const readAgain = useReadFigureAgain("markdown");
  const [reading, setReading] = useState(false);
  const [stopped, setStopped] = useState<string>();
  const { deed, send, isHere } = useDeed({ failed: t("asset.toggleFailed"), done: (message) => message ?? t("asset.toggled") });
  const busy = reading || deed.is === "sending";
  const value = known?.value;
  const isActive = value?.isActive;
  const percentage = value?.markdownPercentage;

  const whyOff = (): string | undefined => {
    if (!known) return t("asset.unknown");
    if (percentage === undefined) return t("asset.none");
    return isActive === undefined ? t("asset.untold") : undefined;
  };

  const toggle = async () => {
    setReading(true);
    setStopped(undefined);
    // The call toggles what the host has: that must be what is shown, state and percentage.
    const now = await readAgain();
    // Left meanwhile.
    if (!isHere()) return;
    setReading(false);
    const state = now?.value.isActive;
    const hasMoved = state !== isActive || !isSame(now?.value.markdownPercentage, percentage);
    const why = !now ? t("asset.unread") : state === undefined ? t("asset.untold") : hasMoved ? t("asset.moved") : undefined;
    if (why) {
      setStopped(why);
      toast({ tone: "failed", title: why });
    } else {
      await send({
        call: toggleGlobalMarkdown,
        body: {},
        operation: "toggleMarkdown",
        subject: ["markdown"],
        target: t("asset.name"),
        details: { isActive: String(!isActive), markdown: percentage ?? "" },
        refresh,
      });
    }
  };

  return (
    <Card bare>
      <Figure
        label={t("asset.current")}
        value={shownFigure(known, waiting, percentage === undefined ? undefined : percent(percentage))}
        note={known ? <Age asOf={known.asOf} /> : null}
      />
      <dl className={cx(factsLook, atEnd)}>
        <dt>{t("asset.state")}</dt>
        <dd>
          {isActive === undefined ? (
            "—"
          ) : (
            <StatusMark kind={isActive ? "done" : "other"}>{isActive ? t("asset.active") : t("asset.inactive")}</StatusMark>
          )}
        </dd>
        <dt>{t("asset.description")}</dt>
        <dd>{value?.description || "—"}</dd>
        <dt>{t("asset.updated")}</dt>
        <dd>{value?.updatedAt ? format.dateTime(new Date(value.updatedAt)) : "—"}</dd>
        <dt>{t("asset.by")}</dt>
        <dd>{value?.updatedBy ?? "—"}</dd>
      </dl>
      <div className={foot}>
        <DeedNotice deed={deed} refresh={refresh} />
        {stopped ? <Notice tone="warning" title={stopped} /> : null}
        <MutationButton permission="canManageFees" busy={busy} off={whyOff()} onClick={() => void toggle()}>
          {isActive === undefined
            ? t("asset.toggle")
            : isActive
              ? t(busy ? "asset.disabling" : "asset.disable")
              : t(busy ? "asset.enabling" : "asset.enable")}
        </MutationButton>
      </div>
    </Card>
  );
}

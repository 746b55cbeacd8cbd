import type { ReactNode } from "react";
import { css } from "#styled/css";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Age } from "./age.tsx";
import type { HostSays } from "./use-change-check.ts";

const lines = css({ display: "flex", flexDirection: "column", gap: "0.5" });

interface FigureBasisProps {
  says: Pick<HostSays, "changedAt" | "by">;
  asOf: number | undefined;
  /** What the figure means. */
  children: ReactNode;
}

/** What the host's value of a figure means, since when and by whom it is, and its age. */
export function FigureBasis({ says, asOf, children }: FigureBasisProps) {
  const { t } = useTranslation("rates");
  const format = useFormat();
  return (
    <span className={lines}>
      <span>{children}</span>
      {says.changedAt ? (
        <span>
          {t("updatedAt", { time: format.dateTime(new Date(says.changedAt)) })} {says.by ? t("updatedBy", { by: says.by }) : null}
        </span>
      ) : null}
      {asOf === undefined ? null : <Age asOf={asOf} />}
    </span>
  );
}

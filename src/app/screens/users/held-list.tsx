import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Held } from "./held.ts";

const list = css({ display: "flex", flexDirection: "column", gap: "1", fontVariantNumeric: "tabular-nums lining-nums" });

/** What a user holds, shown before deletion. */
export function HeldList({ held }: { held: readonly Held[] }) {
  const { t } = useTranslation("users");
  const format = useFormat();
  return (
    <Notice tone="warning" title={t("delete.holds")}>
      <ul className={list}>
        {held.map(({ kind, currency, balance }) => (
          <li key={`${kind}/${currency}`}>
            {t(kind === "pending" ? "delete.heldPending" : "delete.held", { amount: format.exact(balance), currency })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

import { useState } from "react";
import { Link, useLocation } from "wouter";
import { css, cx } from "#styled/css";
import { type CountedCase, useCases, useCaseVerbs, useOpenCase } from "../../data/use-cases.ts";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { links } from "../../links.ts";
import { NameDialog } from "../../parts/name-dialog.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Plus } from "../../ui/more-icons.ts";
import { panelLook } from "../../ui/panel-look.ts";
import { touchArea } from "../../ui/touch-area.ts";
import { KeptNote } from "./kept-note.tsx";

const page = css({ display: "flex", flexDirection: "column", gap: "4", maxWidth: "[60rem]" });
const head = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const line = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: "4",
  rowGap: "1",
  px: "5",
  py: "3",
  _hover: { bg: "hover" },
  "&:not(:first-child)": { borderTopWidth: "1px", borderColor: "line" },
  smDown: { px: "4" },
});
const name = cx(
  touchArea,
  css({ flex: "[1 1 14rem]", minWidth: "0", fontWeight: "medium", overflowWrap: "anywhere", _hover: { textDecoration: "underline" } }),
);
const aside = css({ textStyle: "sm", color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });

/** /cases: the admin's cases on this device, latest first (FIND-7). */
export function CasesScreen() {
  const { t } = useTranslation(["cases", "common"]);
  usePageTitle(t("title"));
  const format = useFormat();
  const cases = useCases();
  const isOff = useSync().keeping === "off";
  const open = useOpenCase();
  const verbs = useCaseVerbs();
  const [, navigate] = useLocation();
  /** Suggested name for a new case; undefined: not creating one. */
  const [offered, setOffered] = useState<string>();
  if (cases === "broken") return <EmptyState title={t("list.broken")}>{t("list.brokenHint")}</EmptyState>;
  const begin = (
    <Button
      kind="primary"
      icon={<Plus size={16} aria-hidden />}
      onClick={() => setOffered(t("newName", { time: format.dateTime(Date.now()) }))}
    >
      {t("list.begin")}
    </Button>
  );
  const lineOf = (one: CountedCase) => (
    <li key={one.id} className={line}>
      <Link href={links.case(one.id)} className={name}>
        {one.name}
      </Link>
      {one.id === open?.id ? <Badge>{t("list.open")}</Badge> : null}
      <span className={aside}>{t("bar.pins", { count: one.pins })}</span>
      <span className={aside}>{t("list.made", { time: format.dateTime(one.madeAt) })}</span>
    </li>
  );
  return (
    <div className={page}>
      {cases === undefined ? <p>{t("common:loading")}</p> : null}
      {cases?.length === 0 ? (
        <EmptyState title={t(isOff ? "list.off" : "list.none")} action={begin}>
          {t(isOff ? "list.offHint" : "list.noneHint")}
        </EmptyState>
      ) : null}
      {cases && cases.length > 0 ? (
        <>
          <div className={head}>
            <KeptNote />
            {begin}
          </div>
          <ul className={panelLook}>{cases.map(lineOf)}</ul>
        </>
      ) : null}
      {offered === undefined ? null : (
        <NameDialog
          title={t("name.begin")}
          words={{ name: t("name.label"), hint: "", keep: t("name.keep"), unnamed: t("name.unnamed"), failed: t("failed") }}
          before={offered}
          onName={async (given) => {
            const made = await verbs.begin(given);
            navigate(links.case(made.id));
            return undefined;
          }}
          onClose={() => setOffered(undefined)}
        />
      )}
    </div>
  );
}

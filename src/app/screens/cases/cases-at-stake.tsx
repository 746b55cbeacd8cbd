import { Link } from "wouter";
import { css } from "#styled/css";
import { readDossier } from "../../../db/desk/dossier.ts";
import { type CountedCase, useCases } from "../../data/use-cases.ts";
import { useHasLog } from "../../data/use-audit.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { usePermission } from "../../state/auth.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { downloadText } from "./dossier-file.ts";
import { useDossierWords } from "./dossier-words.ts";
import { wantPrint } from "./print-wanted.ts";

const list = css({
  display: "flex",
  flexDirection: "column",
  gap: "2",
  maxHeight: "64",
  overflowY: "auto",
  _print: { maxHeight: "none", overflow: "visible" },
});
const line = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const name = css({ flex: "[1 1 10rem]", minWidth: "0", overflowWrap: "anywhere", fontWeight: "medium" });

/** The cases a sign-out deletes, each with ways to keep it: on paper or in a file. `onLeave`: postpones the sign-out. */
export function CasesAtStake({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation("cases");
  const { db } = useSync();
  const cases = useCases();
  const inWords = useDossierWords();
  const mayAudit = usePermission("canAccessReports");
  const hasLog = useHasLog();
  if (!Array.isArray(cases)) return null;
  const save = (one: CountedCase) => {
    readDossier(db, one.id, mayAudit && hasLog).then(
      (dossier) => dossier && downloadText(t, inWords(dossier)),
      () => toast({ tone: "failed", title: t("copyFailed") }),
    );
  };
  return (
    <ul className={list}>
      {cases.map((one: CountedCase) => (
        <li key={one.id} className={line}>
          <span className={name}>{one.name}</span>
          <Link
            href={links.case(one.id)}
            className={buttonLook({ size: "small" })}
            onClick={() => {
              wantPrint(one.id);
              onLeave();
            }}
          >
            {t("print")}
          </Link>
          <Button size="small" onClick={() => save(one)}>
            {t("signOut.download")}
          </Button>
        </li>
      ))}
    </ul>
  );
}

import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { entryOf } from "../../layout/menu-entries.tsx";
import { paths } from "../../links.ts";
import { buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Stands at the address of a screen that this version doesn't have. */
export function NotYetScreen() {
  const { t } = useTranslation("layout");
  const [path] = useLocation();
  const entry = entryOf(path);
  return (
    <EmptyState
      title={t("notYet.title", { screen: entry ? t(`entries.${entry.label}`) : path })}
      action={
        <Link href={paths.home} className={buttonLook({ kind: "plain" })}>
          {t("notFound.home")}
        </Link>
      }
    >
      {t("notYet.text")}
    </EmptyState>
  );
}

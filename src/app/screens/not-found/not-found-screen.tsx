import { Link, useLocation } from "wouter";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { paths } from "../../links.ts";
import { buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Unknown path, inside the layout (LAY-8). */
export function NotFoundScreen() {
  const { t } = useTranslation(["shell", "layout"]);
  const [path] = useLocation();
  usePageTitle(t("layout:notFound"));
  return (
    <EmptyState
      title={t("notFound.text", { path })}
      action={
        <Link href={paths.home} className={buttonLook({ kind: "primary" })}>
          {t("notFound.home")}
        </Link>
      }
    />
  );
}

import { type ReactNode, useMemo } from "react";
import { Link, useLocation } from "wouter";
import { css, cx } from "#styled/css";
import { useAdminsPath } from "../../data/use-admins.ts";
import { useOffers } from "../../data/use-offers.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { tabLooks } from "../../ui/tab-looks.ts";
import { paths } from "../../links.ts";

const screen = css({ display: "flex", flexDirection: "column", gap: "5", maxWidth: "[72rem]" });
const item = cx(
  tabLooks.tab,
  css({ "&[aria-current]": { color: "ink", borderColor: "accent", _forcedColors: { borderColor: "Highlight" } } }),
);

/** Tabs of the screens under Security; rendered only if there is more than one. */
function Sections() {
  const { t } = useTranslation("security");
  const [path] = useLocation();
  const hasAdmins = useAdminsPath() !== undefined;
  const hasRules = useOffers()("approvalPolicy");
  if (!hasAdmins && !hasRules) return null;
  const link = (href: string, label: string) => (
    <Link href={href} className={item} aria-current={path === href ? "page" : undefined}>
      {label}
    </Link>
  );
  return (
    <nav className={tabLooks.list} aria-label={t("sections.label")}>
      {link(paths.security, t("sections.tokens"))}
      {hasAdmins ? link(paths.admins, t("sections.admins")) : null}
      {hasRules ? link(paths.approvalRules, t("sections.rules")) : null}
    </nav>
  );
}

/** A screen under Security: its tabs, and its title below the menu entry's if it has one of its own. */
export function SecurityPage({ title: own, children }: { title?: string; children: ReactNode }) {
  const { t } = useTranslation("layout");
  const entry = t("entries.security");
  const title = own ?? entry;
  const crumbs = useMemo(() => (own === undefined ? undefined : [{ label: entry, href: paths.security }, { label: own }]), [entry, own]);
  usePageTitle(title, crumbs);
  return (
    <div className={screen}>
      <Sections />
      {children}
    </div>
  );
}

import { useMemo } from "react";
import { useTranslation } from "../../words/use-translation.ts";
import type { Crumb } from "../../ui/page-title.ts";
import { paths } from "../../links.ts";

/** Fees & Rates > Crypto Fees > View all fees & rates (FEE-1), followed by the page itself if it is another one. */
export function useFeeCrumbs(page?: string): readonly Crumb[] {
  const { t } = useTranslation("fees");
  return useMemo(() => {
    const root = { label: t("crumbs.root"), href: paths.fees };
    return page
      ? [root, { label: t("crumbs.crypto"), href: paths.fees }, { label: page }]
      : [root, { label: t("crumbs.crypto") }, { label: t("crumbs.all") }];
  }, [t, page]);
}

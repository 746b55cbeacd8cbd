import { useKeptUp } from "../../data/use-kept-up.ts";
import type { UsersPage } from "../../data/use-users.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { BasisLine } from "../../ui/basis-line.tsx";
import type { PlacedPage } from "./placed-page.ts";

interface UsersBasisProps {
  basis: UsersPage["basis"];
  placed: PlacedPage;
  filtered: boolean;
  isOut: boolean;
  /** The host's page is pending. */
  isAwaited: boolean;
}

/** Range and total of the rows shown, and the source of the count (USER-10). */
export function UsersBasis({ basis, placed: { first, last, total }, filtered, isOut, isAwaited }: UsersBasisProps) {
  const { t } = useTranslation("users");
  const format = useFormat();
  const now = useNow();
  const asOfPage = useKeptUp(basis.is === "host" ? basis.asOf : now, "users");
  const counts = { from: format.number(first), to: format.number(last), total: format.number(total) };
  const words = (): string => {
    if (basis.is === "host") return total === 0 ? "" : t("list.range", counts);
    const of = format.number(basis.of);
    const range =
      basis.total === 0 ? t("list.noneCached", { of }) : t(filtered ? "list.foundCached" : "list.rangeCached", { ...counts, of });
    return isOut ? `${range} · ${t("list.unreachable")}` : isAwaited ? `${range} · ${t("list.awaited")}` : range;
  };
  return <BasisLine age={basis.is === "host" ? t("list.asOf", { time: format.minute(asOfPage, now) }) : undefined}>{words()}</BasisLine>;
}

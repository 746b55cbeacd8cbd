import { css, cx } from "#styled/css";
import { useCompany } from "../data/use-company.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Eye } from "../ui/more-icons.ts";

/** Reserves its line, or its place in one, so nothing moves when somebody joins; where there is no room, it gives way first. */
const place = css({
  flex: "[1 99 14rem]",
  minWidth: "0",
  textStyle: "sm",
  color: "ink.muted",
  truncate: true,
  // Keeps height and baseline when empty.
  _before: { content: "'\\200b'" },
  "& svg": { display: "inline", verticalAlign: "[-2px]", marginInlineEnd: "1.5" },
  _print: { display: "none" },
});

/** Names the other admins viewing the same user or slip (LIVE-5). Needs the "presence" translations. */
export function HereToo({ subject, className }: { subject: string; className?: string }) {
  const { t } = useTranslation("presence");
  const company = useCompany(subject);
  if (!company) return null;
  const names = company.map((name) => name.trim() || t("nameless"));
  const [first = "", second = ""] = names;
  const said =
    names.length > 2
      ? t("many", { name: first, count: names.length - 1 })
      : names.length === 2
        ? t("two", { name: first, other: second })
        : t("one", { name: first });
  return (
    <p className={cx(place, className)} role="status" title={names.join(", ") || undefined}>
      {names.length > 0 ? (
        <>
          <Eye size={14} />
          {said}
        </>
      ) : null}
    </p>
  );
}

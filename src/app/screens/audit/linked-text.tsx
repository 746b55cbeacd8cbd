import { Link } from "wouter";
import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { touchArea } from "../../ui/touch-area.ts";

const look = css({ color: "accent", textDecoration: "underline", overflowWrap: "anywhere" });

/** Fields whose values name a transaction: by its id, or by a reference, which the list is searched for. */
const byReference: ReadonlySet<string> = new Set(["reference", "reverses", "reversedBy"]);

function linkOf(field: string, text: string): string | undefined {
  if (field === "transactionId") return links.transaction(text);
  return byReference.has(field) ? links.transactions(text) : undefined;
}

/** What an entry says in a field; where that names a transaction, it leads there (FIND-2). */
export function LinkedText({ field, text }: { field: string; text: string }) {
  const { t } = useTranslation("audit");
  const href = linkOf(field, text);
  return href === undefined ? (
    text
  ) : (
    <Link href={href} className={`${look} ${touchArea}`} title={t("details.openTransaction")}>
      {text}
    </Link>
  );
}

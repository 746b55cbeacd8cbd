import { Link } from "wouter";
import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { touchArea } from "../../ui/touch-area.ts";

const look = css({ color: "accent", textDecoration: "underline", overflowWrap: "anywhere" });

/** Fields that refer to a transaction by reference, which the list is searched for; others do by id. */
const byReference: ReadonlySet<string> = new Set(["reference", "reverses", "reversedBy"]);

function linkOf(field: string, text: string): string | undefined {
  if (field === "transactionId") return links.transaction(text);
  return byReference.has(field) ? links.transactions(text) : undefined;
}

/** A field's value; links to the transaction it names, if any (FIND-2). */
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

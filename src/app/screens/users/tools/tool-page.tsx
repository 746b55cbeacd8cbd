import { type ReactNode, useMemo } from "react";
import { css, cx } from "#styled/css";
import { emailKey } from "../../../../contract/emails.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Form } from "../../../ui/form.tsx";
import { usePageTitle } from "../../../ui/page-title.ts";
import { links, paths } from "../../../links.ts";
import { HereToo } from "../../../parts/here-too.tsx";

const page = css({
  display: "grid",
  alignItems: "start",
  gap: "5",
  gridTemplateColumns: "[minmax(0, 30rem) minmax(0, 22rem)]",
  lgDown: { gridTemplateColumns: "[minmax(0, 1fr)]", maxWidth: "form" },
});
const main = css({ display: "flex", flexDirection: "column", gap: "4", minWidth: "0" });
const panel = css({ bg: "surface", borderWidth: "1px", borderColor: "line", borderRadius: "panel", p: "5" });
const danger = css({ borderTopWidth: "3px", borderTopColor: "danger" });
const lead = css({ textStyle: "md", color: "ink.muted", textWrap: "pretty", marginBottom: "5" });
const company = css({ marginTop: "-4", marginBottom: "3" });
const actions = css({ display: "flex", flexWrap: "wrap", gap: "2" });

interface ToolPageProps {
  title: string;
  /** What the tool does, in a sentence or two. */
  text: string;
  /** The action takes something away from the user. */
  isDangerous?: boolean;
  /** Email of its user, whose page is added to the breadcrumbs. */
  email?: string | undefined;
  onSubmit: () => void;
  fields: ReactNode;
  buttons: ReactNode;
  /** The result, below the form. */
  outcome: ReactNode;
  /** Content beside the form. */
  aside?: ReactNode;
  /** Dialogs. */
  children?: ReactNode;
}

/** The form of one tool, with its user beside it. */
export function ToolPage({ title, text, isDangerous = false, email, onSubmit, fields, buttons, outcome, aside, children }: ToolPageProps) {
  const { t } = useTranslation("layout");
  const crumbs = useMemo(
    () => [
      { label: t("entries.users"), href: paths.users },
      ...(email ? [{ label: email, href: links.user("userSummary", { email }) }] : []),
      { label: title },
    ],
    [t, title, email],
  );
  usePageTitle(title, crumbs);
  return (
    <div className={page}>
      <div className={main}>
        <section className={cx(panel, isDangerous && danger)}>
          <p className={lead}>{text}</p>
          {email ? <HereToo subject={`user:${emailKey(email)}`} className={company} /> : null}
          <Form onSubmit={onSubmit}>
            {fields}
            <div className={actions}>{buttons}</div>
          </Form>
        </section>
        {outcome}
      </div>
      {aside}
      {children}
    </div>
  );
}

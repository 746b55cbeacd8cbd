import { useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import { isOpen, lookUpOf } from "../../../sync/feeds/look-up.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Form } from "../../ui/form.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { usePermission } from "../../state/auth.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { NoPermission } from "../transactions/no-permission.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { LookUpResults } from "./look-up-results.tsx";
import { verbatim } from "../../ui/verbatim.ts";

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
const form = css({ display: "flex", flexDirection: "column", gap: "3" });
const buttons = css({ display: "flex", flexWrap: "wrap", gap: "2", _print: { display: "none" } });
const area = css({ fontFamily: "mono", fontSize: "xs" });

/** Maximum text length in characters; longer text exceeds the line limit anyway. */
const charactersAtMost = 5_000_000;

function LookUp() {
  const { t } = useTranslation(["lookup", "common"]);
  const sync = useSync();
  const lookUp = lookUpOf(sync);
  const state = useObservable(lookUp.state);
  const field = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  useEffect(() => lookUp.prepare(), [lookUp]);
  const submit = () => {
    const pasted = field.current?.value ?? "";
    setError(pasted.length > charactersAtMost ? t("many.tooLong") : undefined);
    if (pasted.length <= charactersAtMost) void lookUp.start(pasted);
  };
  const clear = () => {
    lookUp.clear();
    if (field.current) field.current.value = "";
    field.current?.focus();
  };
  return (
    <div className={page}>
      <Form className={form} onSubmit={submit}>
        <TextAreaField
          ref={field}
          label={t("many.field")}
          hint={t("many.hint")}
          error={error}
          className={area}
          rows={6}
          {...verbatim}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            submit();
          }}
        />
        <div className={buttons}>
          <Button kind="primary" type="submit" busy={state.is === "reading"} aria-keyshortcuts="Control+Enter Meta+Enter">
            {t("many.submit")}
          </Button>
          {state.is === "nothing" ? null : <Button onClick={clear}>{t("many.clear")}</Button>}
        </div>
      </Form>
      {state.is === "broken" ? <EmptyList title={t("many.broken")}>{t("many.brokenHint")}</EmptyList> : null}
      {state.is === "read" && state.result.lines.length === 0 ? <EmptyList title={t("many.none")}>{t("many.noneHint")}</EmptyList> : null}
      {state.is === "read" && state.result.lines.length > 0 ? (
        <LookUpResults result={state.result} open={state.result.lines.filter(isOpen).length} lookUp={lookUp} />
      ) : null}
    </div>
  );
}

/** /look-up: finds what many ids, references, emails, phone numbers or wallet addresses refer to (FIND-4). */
export function LookUpScreen() {
  const { t } = useTranslation("lookup");
  usePageTitle(t("many.title"));
  const mayView = usePermission("canViewTransactions");
  return mayView ? <LookUp /> : <NoPermission />;
}

import { useRef, useState } from "react";
import { css } from "#styled/css";
import { plainText } from "../../../contract/text.ts";
import type { RefreshTokenRecord } from "../../../contract/refresh-tokens.ts";
import { useRefreshTokens } from "../../data/use-users-tokens.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { sameAdmin } from "../../state/same-admin.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { Form } from "../../ui/form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { useProblems } from "../../ui/use-problems.ts";
import { SecurityPage } from "../admins/security-page.tsx";
import { SuggestedField } from "../users/tools/suggested-field.tsx";
import { useKeepEmail, useSubject } from "../users/tools/use-subject.ts";
import { TokenTable } from "./token-table.tsx";

const form = css({ display: "flex", flexDirection: "column", gap: "4", maxWidth: "form" });

type Shown =
  | { is: "nothing" }
  | { is: "failed"; message: string }
  /** Component state only, discarded on unmount (SEC-1). */
  | { is: "tokens"; email: string; tokens: readonly RefreshTokenRecord[] };

/** /security: a user's refresh tokens (SEC-1). */
export function SecurityScreen() {
  const { t } = useTranslation("security");
  const subject = useSubject();
  const keepEmail = useKeepEmail();
  const { hasToken, find } = useRefreshTokens();
  const [typed, setTyped] = useState<string>();
  const { problemOf, say, clear } = useProblems<"email">();
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<Shown>({ is: "nothing" });
  const value = typed ?? subject.email ?? "";
  /** Number of the latest question; what is typed after it makes its answer void. */
  const latest = useRef(0);

  const fail = (message: string) => {
    toast({ tone: "failed", title: message });
    setShown({ is: "failed", message });
  };
  const ask = async () => {
    const email = plainText(value);
    setShown({ is: "nothing" });
    if (say({ email: email === "" ? t("missing") : undefined })) return;
    if (!hasToken()) return fail(t("noToken"));
    keepEmail(email);
    setBusy(true);
    const isMine = sameAdmin();
    const asked = (latest.current += 1);
    const answer = await find(email);
    if (!isMine() || asked !== latest.current) return;
    setBusy(false);
    if (answer.is === "failed") return fail(answer.message ?? t("failed"));
    toast({ tone: "done", title: t("done") });
    setShown({ is: "tokens", email, tokens: answer.tokens });
  };
  return (
    <SecurityPage>
      <Card title={t("title")} description={t("text")}>
        <Form className={form} onSubmit={ask}>
          <SuggestedField
            kind="email"
            label={t("email")}
            value={value}
            error={problemOf("email")}
            onChange={(next) => {
              setTyped(next);
              clear("email");
              setShown({ is: "nothing" });
              latest.current += 1;
              setBusy(false);
            }}
          />
          <div>
            <MutationButton type="submit" kind="primary" permission="canManageAdmins" busy={busy}>
              {t("submit")}
            </MutationButton>
          </div>
        </Form>
      </Card>
      {shown.is === "failed" ? <Notice tone="danger" title={shown.message} /> : null}
      {shown.is === "tokens" ? (
        shown.tokens.length === 0 ? (
          <Card title={t("resultsOf", { email: shown.email })}>
            <EmptyList title={t("empty")}>{t("emptyHint")}</EmptyList>
          </Card>
        ) : (
          <TokenTable email={shown.email} tokens={shown.tokens} />
        )
      ) : null}
    </SecurityPage>
  );
}

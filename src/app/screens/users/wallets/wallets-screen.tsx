import { useState } from "react";
import { css } from "#styled/css";
import { walletTokens } from "../../../../contract/currencies.ts";
import { useReach } from "../../../data/use-reach.ts";
import { useCachedWallets, useFetchWallets } from "../../../data/use-wallets.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { usePermissionOff } from "../../../parts/permission-off.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast.ts";
import { useProblems } from "../../../ui/use-problems.ts";
import { SubjectCard } from "../tools/subject-card.tsx";
import { SuggestedField } from "../tools/suggested-field.tsx";
import { TokenBoxes } from "../tools/token-boxes.tsx";
import { ToolPage } from "../tools/tool-page.tsx";
import { useEmail } from "../tools/use-email.ts";
import { useEntryKey, useKeepEmail, useSubject } from "../tools/use-subject.ts";
import { WalletResults } from "./wallet-results.tsx";

const screen = css({ display: "flex", flexDirection: "column", gap: "5" });

/** /user-management/fetch-wallets (WALL-1 … WALL-4). */
export function WalletsScreen() {
  return <Wallets key={useEntryKey()} />;
}

function Wallets() {
  const { t } = useTranslation(["wallets", "common"]);
  const subject = useSubject();
  const keepEmail = useKeepEmail();
  const isOut = useReach().is === "unreachable";
  const notPermitted = usePermissionOff("canManageWallets");
  const { value, email, type, user } = useEmail(subject.email);
  const [ticked, setTicked] = useState<readonly string[]>(walletTokens);
  const { problemOf, say, clear } = useProblems<"email" | "tokens">();
  const { known } = useCachedWallets(email || undefined);
  const { busy, failure, run } = useFetchWallets(email, (state) => {
    const title = (state.is === "failed" ? state.message : undefined) ?? t("failed");
    toast({ tone: "failed", title, ...(state.is === "odd" ? { description: t("other") } : {}) });
  });
  const off = isOut ? t("common:off.unreachable") : notPermitted;

  const ask = () => {
    const isWrong = say({
      email: email === "" ? t("missingEmail") : undefined,
      tokens: ticked.length === 0 ? t("missingToken") : undefined,
    });
    if (isWrong) return;
    keepEmail(email);
    void run();
  };
  return (
    <div className={screen}>
      <ToolPage
        title={t("title")}
        text={t("text")}
        email={subject.email}
        onSubmit={ask}
        fields={
          <>
            <SuggestedField
              kind="email"
              label={t("email")}
              value={value}
              error={problemOf("email")}
              onChange={(next) => {
                type(next);
                clear("email");
              }}
            />
            <TokenBoxes
              label={t("tokens")}
              hint={t("tokensHint")}
              tokens={walletTokens}
              ticked={ticked}
              error={problemOf("tokens")}
              onChange={(next) => {
                setTicked(next);
                clear("tokens");
              }}
            />
          </>
        }
        buttons={
          <Button type="submit" kind="primary" busy={busy} off={off}>
            {busy ? t("fetching") : t("submit")}
          </Button>
        }
        outcome={null}
        aside={<SubjectCard user={user} by="email" isTyped={email !== ""} />}
      />
      <WalletResults email={email} known={known} ticked={ticked} failure={failure} isOut={isOut} onRetry={ask} />
    </div>
  );
}

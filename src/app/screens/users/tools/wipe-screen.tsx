import { useState } from "react";
import { emailKey } from "../../../../contract/emails.ts";
import { walletTokens } from "../../../../contract/currencies.ts";
import { balanceNames, wipePending } from "../../../../contract/wallets.ts";
import { useCachedWallets } from "../../../data/use-wallets.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useNow } from "../../../format/use-now.ts";
import { DeedNotice } from "../../../deeds/deed-notice.tsx";
import { useDeed } from "../../../deeds/use-deed.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { MutationButton } from "../../../parts/mutation-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { SelectField } from "../../../ui/select-field.tsx";
import { useProblems } from "../../../ui/use-problems.ts";
import { SubjectCard } from "./subject-card.tsx";
import { SuggestedField } from "./suggested-field.tsx";
import { ToolConfirm } from "./tool-confirm.tsx";
import { ToolPage } from "./tool-page.tsx";
import { useEmail } from "./use-email.ts";
import { useSubject, useSubjectKey } from "./use-subject.ts";

/** /user-management/wipe-pending-balance (TOOL-5). */
export function WipeScreen() {
  return <Wipe key={useSubjectKey()} />;
}

function Wipe() {
  const { t } = useTranslation("userTools");
  const { dispatcher } = useSync();
  const format = useFormat();
  const now = useNow();
  const subject = useSubject();
  const { value, email, type, user } = useEmail(subject.email);
  const [chosen, setChosen] = useState<string>(walletTokens[0]);
  const { problemOf, say, clear: clearProblem } = useProblems<"email" | "currency">();
  /** When the question was opened (device epoch ms). */
  const [askedAt, setAskedAt] = useState<number>();
  const { deed, send, clear, clearTrouble } = useDeed({
    done: (message) => message ?? t("wipe.done"),
    failed: t("wipe.failed"),
    about: `${emailKey(email)} ${chosen}`,
  });
  const { known } = useCachedWallets(email || undefined);
  const currency = walletTokens.find((token) => token === chosen);
  const pending = currency ? known?.wallets.balances[balanceNames(currency).pending] : undefined;
  const refresh = () => dispatcher.demand("wallets", email);

  const ask = () => {
    clear();
    const isWrong = say({
      email: email === "" ? t("wipe.missing") : undefined,
      currency: currency === undefined ? t("wipe.missingCurrency") : undefined,
    });
    if (isWrong) return;
    setAskedAt(Date.now());
    void refresh();
  };
  const confirm = async () => {
    if (!currency || askedAt === undefined) return;
    // An old balance may not be the one before the attempt.
    const before = known && known.asOf >= askedAt ? pending : undefined;
    const outcome = await send({
      call: wipePending,
      body: { email, currency },
      operation: "wipe",
      subject: [emailKey(email), currency],
      target: email,
      details: { email, currency, ...(before === undefined ? {} : { balanceBefore: before }) },
      refresh,
    });
    if (outcome.is !== "refused" && !(outcome.is === "blocked" && outcome.attempt === undefined)) setAskedAt(undefined);
  };
  const reset = () => {
    type("");
    setChosen(walletTokens[0]);
    say({});
    clear();
  };
  return (
    <ToolPage
      title={t("wipe.title")}
      text={t("wipe.text")}
      isDangerous
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
              clearProblem("email");
              clearTrouble();
            }}
          />
          <SelectField
            label={t("wipe.currency")}
            error={problemOf("currency")}
            value={chosen}
            onChange={(event) => {
              setChosen(event.target.value);
              clearProblem("currency");
              clearTrouble();
            }}
            options={[{ value: "", label: t("wipe.choose") }, ...walletTokens.map((token) => ({ value: token, label: token }))]}
            hint={
              pending !== undefined && known && currency
                ? t("wipe.pendingNow", { amount: format.exact(pending), currency, time: format.minute(known.asOf, now) })
                : undefined
            }
          />
        </>
      }
      buttons={
        <>
          <Button onClick={reset}>{t("wipe.reset")}</Button>
          <MutationButton type="submit" kind="danger" permission="canManageWallets" busy={deed.is === "sending"}>
            {t("wipe.submit")}
          </MutationButton>
        </>
      }
      outcome={askedAt !== undefined ? null : <DeedNotice deed={deed} onSettled={clear} refresh={refresh} />}
      aside={<SubjectCard user={user} by="email" isTyped={email !== ""} />}
    >
      {askedAt !== undefined ? (
        <ToolConfirm
          title={t("wipe.title")}
          question={t("wipe.question", { who: email, currency: chosen })}
          verb={t("wipe.confirm")}
          permission="canManageWallets"
          deed={deed}
          onConfirm={() => void confirm()}
          onCancel={() => setAskedAt(undefined)}
        />
      ) : null}
    </ToolPage>
  );
}

import { css } from "#styled/css";
import { isFeeOf, useFees } from "../../data/use-fees.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { FeeForm } from "./fee-form.tsx";
import { useFeeCrumbs } from "./use-fee-crumbs.ts";
import { useFeeSubject } from "./use-fee-subject.ts";

const page = css({ maxWidth: "form" });

/** /fees-rates/edit-fee: the fee named in the URL or navigation state, or any other (FEE-4). */
export function EditFeeScreen() {
  const { t } = useTranslation("fees");
  const { currency, network, state } = useFeeSubject();
  const { cached, refresh } = useFees();
  usePageTitle(t("edit.title"), useFeeCrumbs(t("edit.title")));
  const fee = cached?.fees.find(isFeeOf({ currency, network })) ?? state;
  return (
    <div className={page}>
      {cached === undefined ? null : <FeeForm start={{ currency, network, fee }} listed={cached?.fees} refreshList={refresh} />}
    </div>
  );
}

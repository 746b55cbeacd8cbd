import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { FeeForm } from "./fee-form.tsx";
import { useFeeCrumbs } from "./use-fee-crumbs.ts";
import { useFeeSubject } from "./use-fee-subject.ts";

const page = css({ maxWidth: "form" });

/** /fees-rates/edit-fee: the fee named in the URL or navigation state, or any other (FEE-4). */
export function EditFeeScreen() {
  const { t } = useTranslation("fees");
  const { currency, network, fee, cached, refresh } = useFeeSubject();
  usePageTitle(t("edit.title"), useFeeCrumbs(t("edit.title")));
  if (cached === undefined) return null;
  return (
    <div className={page}>
      <FeeForm start={{ currency, network, fee }} listed={cached?.fees} refreshList={refresh} />
    </div>
  );
}

import { ColumnsPanel } from "../../../lists/columns/columns-panel.tsx";
import { useTranslation } from "../../../words/use-translation.ts";
import { transactionColumns } from "./columns.ts";

/** Chooses the columns of the dashboard's list. */
export function TransactionColumnsPanel() {
  const { t } = useTranslation("transactions");
  return <ColumnsPanel table="transactions" columns={transactionColumns} labelOf={(name) => t(`columns.${name}`)} />;
}

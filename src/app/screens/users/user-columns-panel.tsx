import { ColumnsPanel } from "../../lists/columns/columns-panel.tsx";
import { useTranslation } from "../../words/use-translation.ts";
import { userColumns } from "./user-columns.ts";

/** Chooses the columns of the users' table. */
export function UserColumnsPanel() {
  const { t } = useTranslation("users");
  return <ColumnsPanel table="users" columns={userColumns} labelOf={(name) => t(`columns.${name}`)} />;
}

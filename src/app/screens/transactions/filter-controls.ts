import { transactionTypes } from "../../../contract/transaction-kinds.ts";
import { filterableStatuses, verificationStatuses } from "../../../contract/transactions.ts";
import type { Translate } from "../../words/keys.ts";
import type { Controls } from "../../lists/controls.tsx";
import type { FilterName } from "./filter-params.ts";
import { isKnownStatus, isKnownType } from "./looks.ts";

/** How each filter is edited and shown on its chip (DASH-7). */
export const filterControls = (t: Translate<["activity", "transactions"]>): Controls<FilterName> => ({
  searchTerm: { is: "elsewhere", label: t("filters.searchTerm"), holds: "text" },
  user: { is: "elsewhere", label: t("filters.user"), holds: "text" },
  dateFrom: { is: "day", label: t("filters.dateFrom"), before: "dateTo" },
  dateTo: { is: "day", label: t("filters.dateTo"), after: "dateFrom" },
  transactionType: {
    is: "choice",
    label: t("filters.transactionType"),
    options: transactionTypes.map((value) => ({ value, label: t(`transactions:types.${value}`) })),
    wordOf: (value) => (isKnownType(value) ? t(`transactions:types.${value}`) : value),
  },
  transactionStatus: {
    is: "choice",
    label: t("filters.transactionStatus"),
    options: filterableStatuses.map((value) => ({ value, label: t(`transactions:statuses.${value}`) })),
    wordOf: (value) => (isKnownStatus(value) ? t(`transactions:statuses.${value}`) : value),
  },
  userVerificationStatus: {
    is: "choice",
    label: t("filters.userVerificationStatus"),
    options: verificationStatuses.map((value) => ({ value, label: t(`verification.${value}`) })),
  },
  currency: { is: "text", label: t("filters.currency"), maxLength: 20, isUpper: true },
  bank: { is: "text", label: t("filters.bank"), maxLength: 200 },
  minAmount: { is: "amount", label: t("filters.minAmount") },
  maxAmount: { is: "amount", label: t("filters.maxAmount") },
  moreThan: { is: "elsewhere", label: t("filters.moreThan"), holds: "amount" },
  lessThan: { is: "elsewhere", label: t("filters.lessThan"), holds: "amount" },
  ids: { is: "elsewhere", label: t("filters.ids"), holds: "ids" },
});

import { filterableStatuses, transactionTypes, verificationStatuses } from "../../../contract/transactions.ts";
import type { Format } from "../../format/use-format.ts";
import type { Translate } from "../../i18n/keys.ts";
import type { Option } from "../../ui/select-field.tsx";
import type { FilterName } from "./filter-params.ts";
import { isKnownStatus, isKnownType } from "./looks.ts";

type T = Translate<["transactions", "common"]>;

/** The choices of the three lists, each after "Any" (DASH-7). */
export const optionsOf = (t: T): Record<"transactionType" | "transactionStatus" | "userVerificationStatus", Option[]> => {
  const any = { value: "", label: t("common:any") };
  return {
    transactionType: [any, ...transactionTypes.map((value) => ({ value, label: t(`types.${value}`) }))],
    transactionStatus: [any, ...filterableStatuses.map((value) => ({ value, label: t(`statuses.${value}`) }))],
    userVerificationStatus: [any, ...verificationStatuses.map((value) => ({ value, label: t(`verification.${value}`) }))],
  };
};

/** A filter's value as a chip says it; `dayWords` says a day. */
export function valueWords(t: T, format: Format, dayWords: (day: string) => string, name: FilterName, value: string): string {
  switch (name) {
    case "transactionType":
      return isKnownType(value) ? t(`types.${value}`) : value;
    case "transactionStatus":
      return isKnownStatus(value) ? t(`statuses.${value}`) : value;
    case "userVerificationStatus": {
      const known = verificationStatuses.find((one) => one === value);
      return known ? t(`verification.${known}`) : value;
    }
    case "minAmount":
    case "maxAmount":
    case "moreThan":
    case "lessThan":
      return format.exact(value);
    case "dateFrom":
    case "dateTo":
      return dayWords(value);
    case "ids": {
      const { length } = value.split(" ");
      return length > 3 ? format.number(length) : value;
    }
    case "searchTerm":
    case "user":
    case "bank":
    case "currency":
      return value;
  }
}

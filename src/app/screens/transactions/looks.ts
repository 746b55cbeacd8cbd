import { type transactionStatuses, transactionTypes } from "../../../contract/transaction-kinds.ts";
import type { Transaction } from "../../../contract/transactions.ts";
import type { ListItem } from "../../../db/transactions/list-window.ts";
import type { StatusKind } from "../../ui/status-mark.tsx";

/** A cached transaction, as in the list. */
export type Row = Extract<ListItem, { is: "row" }>["row"];

type KnownType = (typeof transactionTypes)[number];
type KnownStatus = (typeof transactionStatuses)[number];

const statusKinds: Record<KnownStatus, StatusKind> = {
  SUCCESSFUL: "done",
  COMPLETED: "done",
  CONFIRMED: "done",
  PENDING: "pending",
  PROCESSING: "processing",
  FAILED: "failed",
  REJECTED: "failed",
};

const knownTypes: ReadonlySet<string> = new Set(transactionTypes);

export const isKnownType = (type: string): type is KnownType => knownTypes.has(type);
export const isKnownStatus = (status: string): status is KnownStatus => Object.hasOwn(statusKinds, status);

/** Look of a status (DASH-4); grey if unknown. */
export const statusKind = (status: string | undefined): StatusKind => {
  const upper = status?.toUpperCase() ?? "";
  return isKnownStatus(upper) ? statusKinds[upper] : "other";
};

/** A row's details beside its type (DASH-3): main text, and muted text after it. */
export interface Detail {
  readonly is: "plain" | "sent" | "received";
  readonly main: string | undefined;
  readonly aside: string | undefined;
}

/** The counterparty of a transfer; neither "to" nor "from" if only the name of the other end is known. */
const partyOf = (is: "sent" | "received", name: string | undefined, other: string | undefined): Detail => ({
  is: name ? is : "plain",
  main: name || other,
  aside: undefined,
});

/** Details by type; an unknown type shows whatever it has. */
export function detailOf(row: Transaction): Detail {
  const swap = row.fromCurrency || row.toCurrency ? `${row.fromCurrency || "?"} → ${row.toCurrency || "?"}` : undefined;
  const swapped: Detail = { is: "plain", main: swap, aside: row.swapType };
  const withdrawn: Detail = { is: "plain", main: row.bankName, aside: row.accountNumberMasked };
  const gift: Detail = { is: "plain", main: row.cardType, aside: row.country };
  const sent = partyOf("sent", row.recipientUsername, row.senderUsername);
  const received = partyOf("received", row.senderUsername, row.recipientUsername);
  switch (row.type?.toUpperCase()) {
    case "SWAP":
    case "OBIEX_SWAP":
      return swapped;
    case "WITHDRAWAL":
      return withdrawn;
    case "GIFTCARD":
      return gift;
    case "INTERNAL_TRANSFER_SENT":
      return sent;
    case "INTERNAL_TRANSFER_RECEIVED":
      return received;
    default:
      return [swapped, withdrawn, gift].find(({ main, aside }) => main || aside) ?? (row.recipientUsername ? sent : received);
  }
}

/** A row's name in the labels of its controls. */
export const nameOf = ({ reference, username, id }: Row): string => reference || username?.slice(0, 40) || id;

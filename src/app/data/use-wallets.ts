import { useRef, useState } from "react";
import { nameOf } from "../../contract/call.ts";
import { userWallets, type Wallets } from "../../contract/wallets.ts";
import { readWallets } from "../../db/figures/wallets.ts";
import { demandKey } from "../../sync/tabs/dispatcher.ts";
import { messageIn } from "../../sync/wire/message-in.ts";
import { usePermission } from "../state/auth.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";
import { useTroubles } from "./use-notices.ts";

export type { Wallets };

/** Why fetching a user's wallets failed. `odd`: the answer is about somebody else. `message`: the host's message. */
export type WalletsFailure = { readonly is: "odd" } | { readonly is: "failed"; readonly message: string | undefined };

/** A user's wallets from the cache, with when they were requested (device epoch ms). */
export interface KnownWallets {
  readonly wallets: Wallets;
  readonly asOf: number;
}

/** A user's cached wallets; never fetches. `known` undefined and `isRead`: none were ever fetched. */
export function useCachedWallets(email: string | undefined): { known: KnownWallets | undefined; isRead: boolean } {
  const { db } = useSync();
  const found = useKeyedQuery(async () => ({ known: email ? await readWallets(db, email) : undefined }), [db, email]);
  return { known: found?.known, isRead: found !== undefined };
}

/**
 * A user's wallets, from the cache first, then from the host, and kept fresh while mounted; from the cache only without
 * the permission canManageWallets, or where the email may not be the user's (`isSure`).
 */
export function useWallets(
  email: string | undefined,
  isSure = true,
): {
  known: KnownWallets | undefined;
  isRead: boolean;
  fetching: Fetching;
  refresh: () => Promise<void>;
} {
  const cached = useCachedWallets(email);
  const may = usePermission("canManageWallets");
  return { ...cached, ...useFeed("wallets", may && isSure ? email : undefined, nameOf(userWallets)) };
}

/**
 * Fetches a user's wallets on demand. `onFailure` is called once, on the first failure seen, although it may be
 * retried; `failure` lasts until the next answer.
 */
export function useFetchWallets(
  email: string,
  onFailure: (state: WalletsFailure) => void,
): { busy: boolean; failure: WalletsFailure | undefined; run: () => Promise<void> } {
  const { dispatcher } = useSync();
  const [known, setKnown] = useState<{ email: string; busy: boolean; failure: WalletsFailure | undefined }>();
  const said = useRef(false);
  /** The user asked about last. */
  const asked = useRef<string>(undefined);
  const fail = (failure: WalletsFailure, busy: boolean): void => {
    setKnown({ email, busy, failure });
    if (!said.current) onFailure(failure);
    said.current = true;
  };
  useTroubles(({ demands, answer }) => {
    if (known?.busy !== true || known.email !== email || demands?.includes(demandKey("wallets", email)) !== true) return;
    if (answer.is === "refused" || answer.is === "malformed") fail({ is: "failed", message: messageIn(answer) }, true);
  });
  const run = async (): Promise<void> => {
    said.current = false;
    asked.current = email;
    setKnown({ email, busy: true, failure: undefined });
    const { is, message } = await dispatcher.demand("wallets", email);
    if (asked.current !== email) return;
    if (is === "done") setKnown({ email, busy: false, failure: undefined });
    else fail(is === "odd" ? { is } : { is, message }, false);
  };
  const mine = known?.email === email ? known : undefined;
  return { busy: mine?.busy ?? false, failure: mine?.failure, run };
}

import { useLiveQuery } from "dexie-react-hooks";
import { useRef, useState } from "react";
import { nameOf } from "../../contract/call.ts";
import { userWallets, type Wallets } from "../../contract/wallets.ts";
import { readWallets } from "../../db/wallets.ts";
import { usePermission } from "../state/auth.ts";
import { type Fetching, useDemand } from "./use-users-demand.ts";
import { useSync } from "./sync-context.ts";
import { useTroubles } from "./use-notices.ts";

export type { Wallets };

type Failure = Exclude<Fetching, { is: "done" | "waiting" }>;

/** A user's wallets from the cache, with when they were asked for (device epoch ms). */
export interface KnownWallets {
  readonly wallets: Wallets;
  readonly asOf: number;
}

/** A user's cached wallets; nothing is fetched for it. `known` undefined and `isRead`: none were ever fetched. */
export function useCachedWallets(email: string | undefined): { known: KnownWallets | undefined; isRead: boolean } {
  const { db } = useSync();
  const found = useLiveQuery(async () => ({ email, known: email ? await readWallets(db, email) : undefined }), [db, email]);
  const isRead = found !== undefined && found.email === email;
  return { known: isRead ? found.known : undefined, isRead };
}

/**
 * A user's wallets, from the cache first, then from the host, and kept fresh for as long as the screen stands;
 * without the permission canManageWallets from the cache alone.
 */
export function useWallets(email: string | undefined): {
  known: KnownWallets | undefined;
  isRead: boolean;
  fetching: Fetching;
  again: () => Promise<Fetching>;
} {
  const cached = useCachedWallets(email);
  const may = usePermission("canManageWallets");
  return { ...cached, ...useDemand("wallets", may ? email : undefined, nameOf(userWallets)) };
}

/**
 * Fetches a user's wallets when asked to. `onFailure` hears of a failure once, the first time it is seen,
 * although it may be tried again; `failure` stands until the next answer.
 */
export function useFetchWallets(
  email: string,
  onFailure: (state: Failure) => void,
): { busy: boolean; failure: Failure | undefined; run: () => Promise<void> } {
  const { dispatcher } = useSync();
  const [known, setKnown] = useState<{ email: string; busy: boolean; failure: Failure | undefined }>();
  const said = useRef(false);
  const fail = (failure: Failure, busy: boolean): void => {
    setKnown({ email, busy, failure });
    if (!said.current) onFailure(failure);
    said.current = true;
  };
  useTroubles(({ call, answer }) => {
    if (call !== nameOf(userWallets) || known?.busy !== true) return;
    if (answer.is === "refused") fail({ is: "failed", message: answer.message, malformed: undefined }, true);
    else if (answer.is === "malformed") fail({ is: "failed", message: undefined, malformed: answer.problem }, true);
  });
  const run = async (): Promise<void> => {
    said.current = false;
    setKnown({ email, busy: true, failure: undefined });
    const { is, message } = await dispatcher.demand("wallets", email);
    if (is === "done") setKnown({ email, busy: false, failure: undefined });
    else fail(is === "odd" ? { is } : { is, message, malformed: undefined }, false);
  };
  const mine = known?.email === email ? known : undefined;
  return { busy: mine?.busy ?? false, failure: mine?.failure, run };
}

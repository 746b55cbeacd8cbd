import { useCallback, useEffect } from "react";
import type { ConnectedPerson, Connections } from "../../db/people/connections.ts";
import { useSync } from "./sync-context.ts";
import { useAfterWrites } from "./use-after-writes.ts";

export type ConnectionsState =
  | { readonly is: "searching" }
  /** The cache can't be searched. */
  | { readonly is: "broken" }
  | { readonly is: "found"; readonly connections: Connections };

/** Users connected to this one, searched in the worker when the user's page opens, the record arrives, or transactions come. */
export function useConnections({ id, username, phonenumber }: ConnectedPerson): ConnectionsState {
  const { search } = useSync();
  useEffect(() => search.forgetPeople(), [search]);
  const state = useAfterWrites(
    useCallback(
      (): Promise<ConnectionsState> =>
        search.ask("connected", { id, username, phonenumber }).then(
          (connections) => ({ is: "found", connections }),
          () => ({ is: "broken" }),
        ),
      [search, id, username, phonenumber],
    ),
  );
  return state ?? { is: "searching" };
}

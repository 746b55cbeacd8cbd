import { useEffect, useState } from "react";
import type { ConnectedPerson, Connections } from "../../db/people/connections.ts";
import { useSync } from "./sync-context.ts";

export type ConnectionsState =
  | { readonly is: "searching" }
  /** The cache can't be searched. */
  | { readonly is: "broken" }
  | { readonly is: "found"; readonly connections: Connections };

/** Users connected to this one, searched in the worker when the user's page opens or the record arrives. */
export function useConnections({ id, username, phonenumber }: ConnectedPerson): ConnectionsState {
  const { search } = useSync();
  const key = JSON.stringify([id, username, phonenumber]);
  const [found, setFound] = useState<{ readonly key: string; readonly state: ConnectionsState }>();
  useEffect(() => {
    let isOver = false;
    const show = (state: ConnectionsState): void => {
      if (!isOver) setFound({ key, state });
    };
    search.forgetPeople();
    search.ask("connected", { id, username, phonenumber }).then(
      (connections) => show({ is: "found", connections }),
      () => show({ is: "broken" }),
    );
    return () => {
      isOver = true;
    };
  }, [search, key, id, username, phonenumber]);
  return found?.key === key ? found.state : { is: "searching" };
}

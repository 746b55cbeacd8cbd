import { useLiveQuery } from "./use-live-query.ts";
import {
  type Case,
  type CountedCase,
  beginCase,
  changeCase,
  deleteCase,
  notePin,
  openCase,
  type Pin,
  putPinBack,
  readCases,
  readOpenCase,
  removePin,
} from "../../db/desk/cases.ts";
import { type Dossier, type DossierPin, readDossier } from "../../db/desk/dossier.ts";
import { useSync } from "./sync-context.ts";

export type { Case, CountedCase, Dossier, DossierPin, Pin };

/** The open case, which pins go to; undefined if none is open, before the cache has answered, or if it can't. */
export function useOpenCase(): CountedCase | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readOpenCase(db).catch(() => undefined), [db]);
}

/** The admin's cases on this device; undefined before the cache has answered. */
export function useCases(): readonly CountedCase[] | "broken" | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readCases(db).catch(() => "broken" as const), [db]);
}

/** A case with everything the device knows of its pins; "none": no such case here. */
export function useDossier(id: string, mayAudit: boolean): Dossier | "none" | "broken" | undefined {
  const { db } = useSync();
  return useLiveQuery(
    () =>
      readDossier(db, id, mayAudit).then(
        (dossier) => dossier ?? ("none" as const),
        () => "broken" as const,
      ),
    [db, id, mayAudit],
  );
}

/** Actions on cases; each rejects with the database's error. */
export function useCaseVerbs() {
  const { db } = useSync();
  return {
    begin: (name: string) => beginCase(db, name),
    open: (id: string | undefined) => openCase(db, id),
    change: (id: string, change: Partial<Pick<Case, "name" | "note">>) => changeCase(db, id, change),
    remove: (id: string) => deleteCase(db, id),
    notePin: (pin: Pin, note: string) => notePin(db, pin, note),
    removePin: (pin: Pin) => removePin(db, pin),
    putPinBack: (pin: Pin) => putPinBack(db, pin),
  };
}

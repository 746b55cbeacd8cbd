import { useEffect } from "react";
import { Observable } from "../../../sync/state/observable.ts";
import { useObservable } from "../../data/use-observable.ts";
import { isCovered } from "../../ui/letters.ts";

/** The case whose dossier is to be printed once its page has rendered; in memory only. */
const wanted = new Observable<string | undefined>(undefined);

export const wantPrint = (id: string): void => wanted.set(id);

/** Prints this case's page if requested, once no dialog covers it: the dialog would be printed instead. */
export function usePrintWanted(id: string): void {
  const isWanted = useObservable(wanted) === id;
  useEffect(() => {
    if (!isWanted) return undefined;
    let frame = 0;
    const look = (): void => {
      if (isCovered()) {
        frame = requestAnimationFrame(look);
        return;
      }
      wanted.set(undefined);
      print();
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [isWanted]);
}

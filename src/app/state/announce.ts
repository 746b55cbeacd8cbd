import { Observable } from "../../sync/state/observable.ts";

/** What a screen reader says next; a new object says the same again. Observed by `Announcer`. */
export const said = new Observable<{ readonly text: string } | undefined>(undefined);

/** Has a screen reader say what comes without the focus, as a screen's title, or that a list is empty. */
export const announce = (text: string): void => said.set({ text });

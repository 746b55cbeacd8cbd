export type Key = "Enter" | "Escape" | "Tab" | "Control" | "ArrowDown" | "ArrowUp" | (string & {});

/** A tab of a browser, as a driver moves it: real pointer and keys, nothing that knows of the app. */
export interface DrivenTab {
  readonly goto: (address: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  /** Runs a function in the page; it may use nothing from outside but its argument, which goes over as JSON. */
  readonly evaluate: <T, A = undefined>(run: (given: A) => T | Promise<T>, given?: A) => Promise<T>;
  readonly click: (x: number, y: number) => Promise<void>;
  readonly wheel: (x: number, y: number, by: number) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** Presses keys together, as Control and K. */
  readonly press: (...keys: Key[]) => Promise<void>;
  /** Gives files to the one file field of the page. */
  readonly choose: (file: string) => Promise<void>;
  readonly picture: (path: `${string}.png`) => Promise<void>;
  readonly resize: (width: number, height: number) => Promise<void>;
}

/** A call of the function in the page, as text. */
export const scriptOf = <A>(run: (given: A) => unknown, given?: A): string => `(${String(run)})(${JSON.stringify(given) ?? ""})`;

export interface DrivenBrowser {
  /** Its name and version, as it says them. */
  readonly version: string;
  /** Where files go that are downloaded. */
  readonly downloads: string;
  readonly newTab: () => Promise<DrivenTab>;
  readonly close: () => Promise<void>;
}

import { Observable } from "./observable.ts";

/** A user's or a slip's page, and the names of the other admins who look at it. */
export interface Company {
  /** user:EMAIL or approval:ID. */
  readonly subject: string;
  readonly names: readonly string[];
}

/** Who else is where this session's admin is. In the page's memory alone. */
export const companyNow = new Observable<Company | undefined>(undefined);

/** The stream of this tab has told who else is at a subject. */
export function heardPresence(company: Company): void {
  companyNow.set(company.names.length > 0 ? company : undefined);
}

/** The stream of this tab has begun: what an earlier one told ends. */
export function heardBegin(): void {
  companyNow.set(undefined);
}

/** The stream of this tab has given a sign of life. */
export function heardLife(): void {}

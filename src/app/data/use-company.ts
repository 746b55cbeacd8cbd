import { useEffect } from "react";
import { companyNow, lookAt } from "../../sync/live/presence.ts";
import { useLocked } from "./lock-state.ts";
import { useSync } from "./sync-context.ts";
import { useObservable } from "./use-observable.ts";

const nobody: readonly string[] = [];

/**
 * Names of the other admins viewing a subject (user:EMAIL or approval:ID); tells the host that this one does (LIVE-5).
 * undefined if the host can't tell.
 */
export function useCompany(subject: string): readonly string[] | undefined {
  const { host } = useSync();
  const isLocked = useLocked();
  const company = useObservable(companyNow);
  useEffect(() => {
    if (isLocked) return;
    lookAt(host, subject);
    return () => lookAt(host, undefined);
  }, [host, subject, isLocked]);
  if (host.config.events === undefined) return undefined;
  return !isLocked && company?.subject.toLowerCase() === subject.toLowerCase() ? company.names : nobody;
}

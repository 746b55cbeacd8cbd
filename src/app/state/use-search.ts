import { useSearch as useRawSearch } from "wouter/use-browser-location";

/** The address's query without its "?", encoded as it stands. wouter's own hook decodes it, so that reading it decodes twice. */
export const useSearch = (): string => useRawSearch().slice(1);

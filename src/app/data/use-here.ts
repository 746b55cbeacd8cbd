import { useLocation } from "wouter";
import { screenAt } from "../links.ts";
import { useSearch } from "../state/use-search.ts";

/** Address of the list on screen, as a saved view has it: without its page, and what is open. */
export function useHere(): string {
  const params = new URLSearchParams(useSearch());
  params.delete("page");
  params.delete("entry");
  return `${screenAt(useLocation()[0])}?${params.toString()}`;
}

import { useEffect } from "react";
import { announce } from "../state/announce.ts";
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx";

/** `EmptyState` of a list that a filter or an answer may empty: announced when it comes. */
export function EmptyList(props: EmptyStateProps) {
  const { title } = props;
  useEffect(() => announce(title), [title]);
  return <EmptyState {...props} />;
}

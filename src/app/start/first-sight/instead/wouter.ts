import { jsx } from "../draw.ts";

/** An address as wouter's hook tells it; nothing is navigated to. */
export const useLocation = (): [string, () => void] => [location.pathname, () => {}];
export const useSearch = (): string => "";
export const Link = (props: Readonly<Record<string, unknown>>) => jsx("a", props);

import { jsx } from "../draw.ts";

/** The location hooks, without navigation. */
export const useLocation = (): [string, () => void] => [location.pathname, () => {}];
export const useSearch = (): string => "";
export const Link = (props: Readonly<Record<string, unknown>>) => jsx("a", props);

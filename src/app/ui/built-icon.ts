import { type ComponentProps, type ComponentType, createElement } from "react";

interface IconProps extends ComponentProps<"svg"> {
  readonly size?: number | string;
}

const saysWhatItIs = (props: object): boolean =>
  Object.entries(props).some(([name, value]) => /^(aria-|role$|title$)/.test(name) && value !== null && value !== undefined);

/**
 * What stands in the built app in place of lucide-react's `createLucideIcon` (vite.icons.ts): the same element, without
 * what no icon of the app asks for.
 */
export default function createIcon({
  node,
}: {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}): ComponentType<IconProps> {
  const shapes = node.map(([tag, attributes], key) => createElement(tag, { ...attributes, key }));
  return ({ size = 24, className, ...rest }) =>
    createElement(
      "svg",
      {
        xmlns: "http://www.w3.org/2000/svg",
        width: size,
        height: size,
        viewBox: "0 0 24 24",
        fill: "none",
        stroke: "currentColor",
        strokeWidth: 2,
        strokeLinecap: "round",
        strokeLinejoin: "round",
        className: className ? `lucide ${className}` : "lucide",
        ...(saysWhatItIs(rest) ? {} : { "aria-hidden": true }),
        ...rest,
      },
      ...shapes,
    );
}

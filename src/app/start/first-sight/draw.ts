/**
 * Renders the app's own components once, as DOM elements: the part of React a first sight needs, in 2 kB. State keeps
 * its initial value, effects don't run, and lazy components are left out.
 */
interface Drawn {
  readonly type: unknown;
  readonly props: Readonly<Record<string, unknown>>;
}

interface Context<T> {
  (props: { value: T; children?: unknown }): unknown;
  value: T;
}

type Component = (props: Readonly<Record<string, unknown>>) => unknown;

const made = new WeakSet<object>();
const contexts = new WeakSet<object>();

export const Fragment = "";

export function jsx(type: unknown, props: Readonly<Record<string, unknown>>): Drawn {
  const element = { type, props };
  made.add(element);
  return element;
}

export const createElement = (type: unknown, props: Readonly<Record<string, unknown>> | null, ...children: unknown[]): Drawn =>
  jsx(type, children.length > 0 ? { ...props, children } : { ...props });

export function createContext<T>(value: T): Context<T> {
  const context = Object.assign(() => null, { value }) as unknown as Context<T>;
  contexts.add(context);
  return context;
}
export const useContext = <T>(context: Context<T>): T => context.value;

export const memo = <C>(component: C): C => component;
export const forwardRef =
  (render: (props: object, ref: null) => unknown): Component =>
  (props) =>
    render(props, null);
export const lazy = (): Component => () => null;
export const Suspense: Component = ({ children }) => children;

const startOf = <T>(start: T | (() => T)): T => (typeof start === "function" ? (start as () => T)() : start);
const nothing = (): void => {};
export const useState = <T>(start: T | (() => T)): [T, () => void] => [startOf(start), nothing];
export const useMemo = <T>(make: () => T): T => make();
export const useCallback = <T>(callback: T): T => callback;
export const useRef = <T>(start: T): { current: T } => ({ current: start });
export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const useSyncExternalStore = <T>(_: unknown, read: () => T): T => read();
let ids = 0;
export const useId = (): string => `first-sight-${(ids += 1)}`;

/** React property names that differ from their attributes. */
const names: Readonly<Record<string, string>> = { className: "class", htmlFor: "for" };
/** Attributes for which "false" is a value. */
const tells = /^(aria-|data-|spellCheck$|draggable$)/;

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

function setProperty(element: HTMLElement | SVGElement, name: string, value: unknown): void {
  if (value === undefined || value === null || name === "children" || name === "key") return;
  if (name === "ref") (value as { current: unknown }).current = element;
  else if (name === "style") {
    for (const [property, given] of Object.entries(value as Record<string, string | number>))
      element.style.setProperty(property, typeof given === "number" ? `${given}px` : given);
  } else if (tells.test(name)) element.setAttribute(name, textOf(value));
  else if (value !== false) {
    const isSvg = element instanceof SVGElement && name !== "viewBox";
    const attribute = names[name] ?? (isSvg ? name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) : name);
    element.setAttribute(attribute, value === true ? "" : textOf(value));
  }
}

/** DOM nodes of elements that recur in every row of a list, to clone. */
const marks = new WeakMap<Drawn, Node>();

function drawElement(given: Drawn, into: ParentNode & Node, isSvg: boolean): void {
  const { type, props } = given;
  if (contexts.has(type as object)) {
    const context = type as Context<unknown>;
    const before = context.value;
    context.value = props["value"];
    draw(props["children"], into, isSvg);
    context.value = before;
  } else if (type === Fragment) draw(props["children"], into, isSvg);
  else if (type === "title" && !isSvg) document.title = textOf(props["children"]);
  else if (typeof type === "string") {
    const before = marks.get(given);
    if (before) {
      into.append(before.cloneNode(true));
      return;
    }
    const svg = isSvg || type === "svg";
    const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", type) : document.createElement(type);
    for (const name in props) setProperty(element, name, props[name]);
    draw(props["children"], element, svg);
    if (type === "svg") marks.set(given, element);
    into.append(element);
  } else if (typeof type === "function") draw((type as Component)(props), into, isSvg);
}

/** Renders a component into an element, like React's first render. */
export function draw(what: unknown, into: ParentNode & Node, isSvg = false): void {
  if (Array.isArray(what)) for (const one of what) draw(one, into, isSvg);
  else if (typeof what === "string" || typeof what === "number") {
    if (what !== "") into.append(String(what));
  } else if (typeof what === "object" && what !== null && made.has(what)) drawElement(what as Drawn, into, isSvg);
}

export { jsx as jsxs };

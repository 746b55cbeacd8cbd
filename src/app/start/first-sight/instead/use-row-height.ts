/** Row height in px, and the element it is measured on once something is drawn. */
export const row: { height: number; probe: { current: Element | null } } = { height: 40, probe: { current: null } };

export const useRowHeight = () => row;

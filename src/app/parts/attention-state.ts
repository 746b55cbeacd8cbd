import { proxy, useSnapshot } from "valtio";

interface AttentionState {
  open: boolean;
  /** The attempt that was asked for; it stands first. */
  attempt: string | undefined;
  /** Device epoch ms. */
  openedAt: number;
}

const state = proxy<AttentionState>({ open: false, attempt: undefined, openedAt: 0 });

export const useAttention = (): Readonly<AttentionState> => useSnapshot(state);

/** Opens the list of what is unsettled, from wherever a screen links to it. */
export function openAttention(attempt?: string): void {
  state.attempt = attempt;
  state.openedAt = Date.now();
  state.open = true;
}

export function closeAttention(): void {
  state.open = false;
}

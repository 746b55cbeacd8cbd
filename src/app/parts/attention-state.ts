import { proxy, useSnapshot } from "valtio";
import { onOtherAdmin } from "../state/other-admin.ts";

interface AttentionState {
  open: boolean;
  /** The requested attempt, shown first. */
  attempt: string | undefined;
  /** Device epoch ms. */
  openedAt: number;
}

const state = proxy<AttentionState>({ open: false, attempt: undefined, openedAt: 0 });

export const useAttention = (): Readonly<AttentionState> => useSnapshot(state);

/** Opens the list of unsettled attempts, optionally at one of them. */
export function openAttention(attempt?: string): void {
  state.attempt = attempt;
  state.openedAt = Date.now();
  state.open = true;
}

export function closeAttention(): void {
  state.open = false;
}

onOtherAdmin(closeAttention);

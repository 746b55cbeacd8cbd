/**
 * Idle lock state in local storage: whether the app is locked, and the last input in any tab (epoch ms, device clock). Contains no
 * identity and is removed with the session.
 */
export const lockKeys = { locked: "counterfoil.locked", input: "counterfoil.input" } as const;

/** The idle lock's default, in minutes. */
export const usualLock = 15;

/** A last input further in the future than this, in ms, means the clock has been set back. */
const clocksDifferMs = 60_000;

/**
 * Time left until the idle lock, in ms; due at 0 and below. `lockAfter` in minutes, 0 for never; `input` is what `lockKeys.input`
 * holds.
 */
export function lockDueInMs(lockAfter: number, input: string | null, now = Date.now()): number {
  if (lockAfter === 0) return Number.POSITIVE_INFINITY;
  const stillForMs = now - Number(input ?? now);
  // An invalid time doesn't keep it open.
  return Number.isNaN(stillForMs) || stillForMs < -clocksDifferMs ? 0 : lockAfter * 60_000 - stillForMs;
}

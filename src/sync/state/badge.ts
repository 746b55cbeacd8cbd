/** Sets the installed app's icon badge; 0 clears it. No effect in browsers without badges. */
export function setBadge(count: number): void {
  const refused = (): void => {
    // Not installed, or the system has no badges.
  };
  if (count > 0) globalThis.navigator?.setAppBadge?.(count).catch(refused);
  else globalThis.navigator?.clearAppBadge?.().catch(refused);
}

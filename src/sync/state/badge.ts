/** Shows a number on the icon of the installed app, none for 0; browsers without badges show nothing. */
export function setBadge(count: number): void {
  const refused = (): void => {
    // Not installed, or the system has no badges.
  };
  if (count > 0) globalThis.navigator?.setAppBadge?.(count).catch(refused);
  else globalThis.navigator?.clearAppBadge?.().catch(refused);
}

/** The cover over everything once nobody has touched the app for long, and what comes before it. */
export const lock = {
  title: "Locked",
  text: "Enter your PIN to go on where you were.",
  textPasskey: "Confirm with your passkey to go on where you were.",
  unlock: "Unlock",
  busy: "Unlocking...",
  signOut: "Sign out",
  wayOut: "Not you? Signing out wipes what this device keeps.",
  offline: "You are offline",
  unreachable: "The host is out of reach",
  awayText: "Only the host can check your PIN. As soon as it can be reached again, you can unlock.",
  warning: {
    title_one: "Locks in {{count}} second",
    title_other: "Locks in {{count}} seconds",
    text: "Move, tap or type to stay.",
    said: "The app locks in 30 seconds. Move, tap or type to stay.",
  },
} as const;

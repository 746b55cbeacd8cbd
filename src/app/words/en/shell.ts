/** The app as a thing on the device: its installation, its versions, what is typed in it. */
export const shell = {
  install: {
    title: "Install Counterfoil",
    iosText: "Safari installs it from its own menu:",
    iosShare: "Tap Share in Safari's bar.",
    iosAdd: "Choose “Add to Home Screen”, then “Add”.",
    macText: "Safari installs it from its own menu:",
    macAdd: "Choose “Add to Dock…” in the File menu, then “Add”.",
  },
  update: {
    waits: "A new version is available",
    taken: "Another tab runs the new version",
    settings: "The server has new settings for the app",
    news: "What's new",
    reload: "Reload",
    running: "Waits until the host has answered",
  },
  notFound: {
    text: "No page has the address {{path}}.",
    home: "Go to the dashboard",
  },
  file: {
    ready: "{{name}} is ready",
    save: "Save",
  },
  printed: "Printed {{time}}",
  typed: {
    title: "Leave what isn't saved?",
    reload: "Something in this tab has been typed, read in, looked up or selected and not sent. The new version starts without it.",
    go: "Something on this screen has been typed or read in and not sent. The next screen opens without it.",
    leave: "Leave it",
  },
} as const;

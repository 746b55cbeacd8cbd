/** What the browser withholds from the app, said at the start. */
export const withheld = {
  https: {
    title: "Changes need HTTPS",
    text: "This address is plain http, so the browser withholds what keeps a change from being sent twice, and what keeps the app for offline use. Reading works. To make changes, open the app by an address that begins with https://; whoever runs the server can set that up.",
  },
  locks: {
    title: "Use one tab only: this browser has no locks between tabs",
    text: "Two tabs could send the same change twice. Allow this site to keep data, leave the private window, or bring the browser up to date, then load the page again.",
  },
} as const;

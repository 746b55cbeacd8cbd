/** What stands between the app and its server, and answers in its place. */
export const gateway = {
  title: "Something in front of the server answers in its place",
  text: "A gateway whose sign-in has ended, a challenge page, or the sign-in page of this network. The server itself may be well. Open that page, do what it asks, and the app comes back.",
  open: "Open its page",
  elsewhere: {
    text: "A gateway whose sign-in has ended, a challenge page, or the sign-in page of this network, in front of {{origin}}. Open that page in a tab of its own, do what it asks, and come back. A sign-in that is kept in a cookie doesn't help: the app sends no cookies to another address than its own.",
    silentTitle: "Perhaps something keeps the app out",
    silent:
      "The host has an address of its own, {{origin}}. A gateway's sign-in in front of it, or a host that doesn't allow this app, looks to the app like no answer. Open its page to see.",
  },
} as const;

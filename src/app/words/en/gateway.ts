/** What stands between the app and its server, and answers in its place. */
export const gateway = {
  title: "Something in front of the server answers in its place",
  text: "A gateway whose sign-in has ended, a challenge page, or the sign-in page of this network. The server itself may be well. Open that page, do what it asks, and the app comes back.",
  open: "Open its page",
} as const;

/** What may go wrong with config.json. */
export const config = {
  broken: {
    title: "The app can't start: config.json is wrong",
    field: "{{field}} {{problem}}.",
    problem: "{{problem}}.",
    help: "The settings beside the app say which host to talk to, and a wrong host is worse than none. Correct the file on the server, then try again.",
  },
  withheld: {
    title: "The app can't start: the server doesn't give config.json",
    silent: "The server has sent no whole answer when asked for config.json.",
    status: "The server answered with status {{status}} when asked for config.json.",
    help: "The settings beside the app say which host to talk to, so the app doesn't start without them. The server may be busy or being restarted, or an extension of the browser blocks the file: try again in a moment.",
  },
  gateway: {
    title: "The app can't start: something in front of the server answers in its place",
    redirected: "The request for config.json was sent on to another site.",
    page: "The request for config.json was answered with a page (status {{status}}).",
  },
} as const;

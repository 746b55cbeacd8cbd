/** The frame around every screen. */
export const layout = {
  generation: {
    complete: "Wallet generation for {{phone}} is complete",
    late: "Wallet generation for {{phone}} is not complete after 10 minutes",
    refused: "The host says no more about the wallet generation for {{phone}}",
  },
  skip: "Skip to content",
  menu: "Main menu",
  find: "Find anything (Ctrl K)",
  breadcrumbs: "Breadcrumbs",
  collapse: "Collapse sidebar",
  expand: "Expand sidebar",
  userMenu: "User menu",
  install: "Install app",
  lock: "Lock now",
  logout: "Logout",
  entries: {
    dashboard: "Dashboard",
    users: "User Management",
    fees: "Fees & Rates",
    allFees: "View all fees",
    giftCardRates: "Gift card rates",
    priceCalculator: "Price Calculator",
    funding: "Funding & Balances",
    security: "Security",
    audit: "Audit & Monitoring",
    settings: "Settings",
  },
  notFound: "Page not found",
  cacheOff: "The cache is off",
  cacheOffText:
    "This browser keeps nothing for this page. The app works while the host can be reached, and starts from nothing after a reload.",
} as const;

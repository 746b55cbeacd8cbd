/**
 * Replaces ufo and destr in the app (vite.config.ts). ofetch calls them only for a base URL, a query or a JSON answer; callers here
 * build URLs and parse answers themselves.
 */
function uncalled(): never {
  throw new Error("this part of ofetch is left out");
}

export { uncalled as default, uncalled as withBase, uncalled as withQuery };

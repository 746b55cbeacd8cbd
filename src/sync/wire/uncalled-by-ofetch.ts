/**
 * Stands for ufo and destr in the app (vite.config.ts). Only a base address, a query or a JSON answer makes ofetch call
 * them; its callers here put addresses together and read answers themselves.
 */
function uncalled(): never {
  throw new Error("ofetch is built without its base address, query and JSON parser");
}

export { uncalled as default, uncalled as withBase, uncalled as withQuery };

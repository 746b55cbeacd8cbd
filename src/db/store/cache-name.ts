import { digest } from "./digest.ts";

/** Prefix of every cache's name. */
export const cachePrefix = "counterfoil-";

/** Name of an admin's cache of a host (SYNC-9); contains neither name. */
export const cacheName = (host: string, identity: string): string => cachePrefix + digest(`${host}\n${identity}`);

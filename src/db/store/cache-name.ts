import { digest } from "./digest.ts";

/** Every cache's name begins so. */
export const cachePrefix = "counterfoil-";

/** The name of one admin's cache of one host (SYNC-9); it holds no name of either. */
export const cacheName = (host: string, identity: string): string => cachePrefix + digest(`${host}\n${identity}`);

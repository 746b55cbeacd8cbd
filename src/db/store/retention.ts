/** Whether a cache whose last sync was at `synced` may be kept and shown no longer (AUTH-16); times are device epoch ms. */
export const hasRunOut = (synced: number, retentionHours: number, now: number): boolean => now - synced > retentionHours * 3_600_000;

/** A clock that is put right by seconds is soon past what was fetched before, in ms. */
const aheadAtMostMs = 60_000;

/** Whether a time has yet to come: the clock that told it has been put back since. */
export const isAhead = (told: number, now: number): boolean => told - now > aheadAtMostMs;

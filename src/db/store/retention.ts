/** Whether a cache last synced at `synced` has exceeded the retention (AUTH-16); times are device epoch ms. */
export const hasRunOut = (synced: number, retentionHours: number, now: number): boolean => now - synced > retentionHours * 3_600_000;

/** Clock corrections up to this are ignored, in ms: the clock soon passes earlier fetches. */
const aheadAtMostMs = 60_000;

/** Whether a time is in the future, i.e. the clock was put back since. */
export const isAhead = (told: number, now: number): boolean => told - now > aheadAtMostMs;

/** Whether a cache whose last sync was at `synced` may be kept and shown no longer (AUTH-16); times are device epoch ms. */
export const hasRunOut = (synced: number, retentionHours: number, now: number): boolean => now - synced > retentionHours * 3_600_000;

/**
 * Set while a cache may exist on the device; a start without a session then wipes before anyone can sign in (AUTH-14).
 * Records whose cache it is, in digests only, so the next start can show it immediately (app/session/kept.ts).
 */
export const keptKey = "counterfoil.kept";

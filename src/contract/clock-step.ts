const hourMs = 3_600_000;

/** Zones at whole hours from UTC all year; others use quarter hours. */
const hourly = /^(UTC|America\/(New_York|Los_Angeles)|Africa\/Lagos)$/;

/** Step, in ms from the epoch, within which neither a day starts nor the clock changes in a zone. */
export const clockStepMs = (timeZone: string): number => (hourly.test(timeZone) ? hourMs : hourMs / 4);

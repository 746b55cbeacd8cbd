const hourMs = 3_600_000;

/** Zones that are whole hours from UTC all year. Of the others the clocks are whole quarters of an hour from it. */
const hourly = /^(UTC|America\/(New_York|Los_Angeles)|Africa\/Lagos)$/;

/** How long the steps are, in ms from the epoch, within which no day begins and no clock is changed in a time zone. */
export const clockStepMs = (timeZone: string): number => (hourly.test(timeZone) ? hourMs : hourMs / 4);

import * as v from "valibot";

/**
 * A time that is kept as it was sent, as part of a digested text: ISO 8601 with its zone, down to the minute at least. Without one,
 * each device would read another moment; other forms aren't read by every engine.
 */
export const verbatimTime = v.pipe(
  v.string(),
  v.check(
    (at) => /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(at) && !Number.isNaN(Date.parse(at)),
    "is not a date with its zone",
  ),
);

import { sqlState } from "../db/settled.ts";

export type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
export type LogFormat = "text" | "json";

let format: LogFormat = "text";

/** Chooses how the log is written: for people, or a line of JSON for each event. */
export function logAs(chosen: LogFormat): void {
  format = chosen;
}

const write = (level: "info" | "error", line: string): void => (level === "error" ? console.error(line) : console.log(line));

/** Writes an event to the log. Nothing in it may tell of a person: no email, no name, no amount, no path with values in it. */
export function log(level: "info" | "error", event: string, fields: Fields = {}): void {
  if (format === "json") {
    write(level, JSON.stringify({ at: new Date().toISOString(), level, event, ...fields }));
    return;
  }
  const said = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || Array.isArray(value) ? [] : `${name} ${String(value)}`,
  );
  const where = Array.isArray(fields["stack"]) ? fields["stack"].map((line) => `\n    ${line}`).join("") : "";
  write(level, `${event}${said.length === 0 ? "" : `: ${said.join(", ")}`}${where}`);
}

/** The frames come after the message, of which a line may look like one. */
function framesOf({ stack = "", message }: Error): string[] {
  const said = stack.indexOf(message);
  const frames = stack.slice(said < 0 ? 0 : said + message.length).split("\n");
  return frames.flatMap((line) => (/^\s+at /.test(line) ? line.trim() : []));
}

/** What the query builder says quotes the query and all that was sent with it. */
const isQuoting = (error: Error): boolean => error.message.startsWith("Failed query");
const withoutQuote = (error: Error): Error => (isQuoting(error) && error.cause instanceof Error ? withoutQuote(error.cause) : error);

/**
 * What the log may tell of an error. What the database says of one quotes what was sent to it, so of those only
 * the code is told; the frames of the stack say where.
 */
export function toldError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = sqlState(error);
  const inner = withoutQuote(error);
  const said = code !== undefined ? { sqlState: code } : isQuoting(inner) ? {} : { message: inner.message };
  return { error: inner.name, ...said, stack: framesOf(error) };
}

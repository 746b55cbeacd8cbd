import { terminalLine } from "../../src/contract/text.ts";
import { sqlState } from "../db/settled.ts";

export type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
export type LogFormat = "text" | "json";

let format: LogFormat = "text";

/** Sets the log's format: text, or one JSON line per event. */
export function logAs(chosen: LogFormat): void {
  format = chosen;
}

const write = (level: "info" | "error", line: string): void => (level === "error" ? console.error(line) : console.log(line));

/** Logs an event. Must hold no personal data: no email, name, amount, or path with values in it. */
export function log(level: "info" | "error", event: string, fields: Fields = {}): void {
  if (format === "json") {
    write(level, JSON.stringify({ at: new Date().toISOString(), level, event, ...fields }));
    return;
  }
  const said = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined || Array.isArray(value) ? [] : `${name} ${terminalLine(String(value))}`,
  );
  const where = Array.isArray(fields["stack"]) ? fields["stack"].map((line) => `\n    ${line}`).join("") : "";
  write(level, `${event}${said.length === 0 ? "" : `: ${said.join(", ")}`}${where}`);
}

/** Skip the message, which may contain lines that look like frames. */
function framesOf({ stack = "", message }: Error): string[] {
  const said = stack.indexOf(message);
  const frames = stack.slice(said < 0 ? 0 : said + message.length).split("\n");
  return frames.flatMap((line) => (/^\s+at /.test(line) ? line.trim() : []));
}

/** The query builder's messages quote the query and its parameters. */
const isQuoting = (error: Error): boolean => error.message.startsWith("Failed query");
const withoutQuote = (error: Error): Error => (isQuoting(error) && error.cause instanceof Error ? withoutQuote(error.cause) : error);

/**
 * The loggable part of an error. Database messages quote parameters, so of those only the SQLSTATE is logged; the stack frames say
 * where.
 */
export function toldError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = sqlState(error);
  const inner = withoutQuote(error);
  const said = code !== undefined ? { sqlState: code } : isQuoting(inner) ? {} : { message: inner.message };
  return { error: inner.name, ...said, stack: framesOf(error) };
}

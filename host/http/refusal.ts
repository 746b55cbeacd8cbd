import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A refused request, answered as `{ success: false, message, field? }` with its status. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: ContentfulStatusCode;
  readonly more: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.more = more;
    this.headers = headers;
  }
}

/** A 400 for an invalid field, named in the message. */
export const badField = (field: string, problem: string): Refusal => new Refusal(400, `${field} ${problem}`, { field });

import type { HonoRequest, MiddlewareHandler } from "hono";

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types counterfoil",
].join("; ");

/** Security headers on every answer; API answers are never cached. */
export const securityHeaders: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("Content-Security-Policy", policy);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("X-Frame-Options", "DENY");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
  c.header("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
};

/** Whether the request has an unread body. */
const isUnread = ({ raw }: HonoRequest): boolean =>
  !raw.bodyUsed && (raw.headers.has("Transfer-Encoding") || Number(raw.headers.get("Content-Length") ?? 0) > 0);

/**
 * Closes the connection after an answer that left the body unread: the server would cut it soon anyway, and lose a request
 * pipelined on it.
 */
export const closeUnread: MiddlewareHandler = async (c, next) => {
  await next();
  if (isUnread(c.req)) c.header("Connection", "close");
};

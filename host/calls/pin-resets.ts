import type { MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { resetPassword } from "../../src/contract/sign-in.ts";
import { trailed } from "../audit/trail.ts";
import type { Deps } from "../deps.ts";
import { type Router, limited, openCall } from "../http/call-route.ts";
import type { HostEnv } from "../http/host-env.ts";
import { Refusal } from "../http/refusal.ts";
import { log, toldError } from "../operation/log.ts";
import { actorOf, findAdmin } from "../sessions/admins.ts";
import { isCommonPin, tooCommon } from "../sessions/common-pins.ts";
import { finishPinReset, requestPinReset } from "../sessions/pin-resets.ts";
import { giveBack } from "../sessions/throttle.ts";
import { countResetTry, countUnread, unreadLimit } from "../sessions/tries.ts";

const page = (content: unknown): unknown =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Choose a new PIN · Counterfoil</title>
      </head>
      <body>
        <main>
          <h1>Choose a new PIN</h1>
          ${content}
        </main>
      </body>
    </html>`;

const form = (token: string, problem = ""): unknown =>
  page(
    html`<p role="alert">${problem}</p>
      <form method="post" action="confirm">
        <input type="hidden" name="token" value="${token}" />
        <p>
          <label
            >New PIN, 6 digits
            <input name="pin" type="password" inputmode="numeric" pattern="[0-9]{6}" autocomplete="new-password" required
          /></label>
        </p>
        <button>Set PIN</button>
      </form>`,
  );

/** Minimum answer time, in ms, with or without a mail to send. */
const answersAfterMs = 300;

/**
 * The base URL of mailed links. Never taken from the request: anybody may ask for anybody's mail, and could have the link's secret
 * sent to an address of their own.
 */
function linkOrigin({ publicUrl }: Deps, env: HostEnv["Bindings"] | undefined): string {
  const origin = publicUrl ?? env?.localOrigin;
  if (origin !== undefined) return origin;
  log("error", "no link was mailed, since PUBLIC_URL is not set");
  // Not 503, which the app treats as an unreachable host.
  throw new Refusal(501, "This host can't mail a link, since it isn't told its own address. Whoever runs it has to set PUBLIC_URL.");
}

/** Requesting a new PIN, and the page the mailed link opens; the app has no page for it. */
export function pinResetCalls(router: Router): void {
  const { app, deps } = router;

  openCall(
    router,
    resetPassword,
    async ({ body: { email }, address, c, note }) => {
      const origin = linkOrigin(deps, c.env);
      const admin = await findAdmin(deps.db, email);
      note(admin === undefined ? {} : { subject: admin.email });
      await countResetTry(deps, c, { email, address, admin });
      // A failed mail must not change the answer either.
      await requestPinReset(deps, admin, origin).catch((error: unknown) => log("error", "the mail with a link failed", toldError(error)));
      return { success: true, message: "If an admin has this email, a link to choose a new PIN is on its way to it." };
    },
    { first: (c) => countUnread(deps, c), answersAfterMs },
  );

  app.get("/reset-password/confirm", (c) => c.html(String(form(c.req.query("token") ?? ""))));

  const counted: MiddlewareHandler<HostEnv> = async (c, next) => {
    try {
      await countUnread(deps, c);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return c.html(String(page(html`<p role="alert">${error.message}</p>`)), error.status, error.headers);
    }
    return next();
  };
  app.post("/reset-password/confirm", trailed(deps, "setPin"), counted, limited(), async (c) => {
    // Treat an unreadable form as one without fields.
    const { token, pin }: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
    if (typeof token !== "string" || typeof pin !== "string" || !/^\d{6}$/.test(pin))
      return c.html(String(form(typeof token === "string" ? token : "", "The PIN must be exactly 6 digits.")), 400);
    if (isCommonPin(pin)) return c.html(String(form(token, `The PIN ${tooCommon}.`)), 400);
    const admin = await finishPinReset(deps, token, pin);
    if (admin === undefined) return c.html(String(page(html`<p role="alert">This link is used or too old. Ask for another one.</p>`)), 410);
    c.get("trail")?.note({ actor: actorOf(admin), target: admin.email });
    await giveBack(deps.db, [unreadLimit(deps, c)]);
    return c.html(String(page(html`<p>Your PIN is set. <a href="/login">Sign in</a></p>`)));
  });
}

import { html } from "hono/html";
import { resetPassword } from "../../src/contract/sign-in.ts";
import { trailed } from "../audit/trail.ts";
import { type Router, limited, openCall } from "../http/call-route.ts";
import { actorOf } from "../sessions/admins.ts";
import { finishPinReset, requestPinReset } from "../sessions/pin-resets.ts";
import { addressLimit, countTry } from "../sessions/throttle.ts";

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
      <form method="post" action="/reset-password/confirm">
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

/** Asking for a new PIN, and the page that the mailed link opens: the app has none for it. */
export function pinResetCalls(router: Router): void {
  const { app, deps } = router;

  openCall(router, resetPassword, async ({ body, address, c }) => {
    await countTry(deps.db, [addressLimit(address)], deps.clock());
    await requestPinReset(deps, body.email, deps.publicUrl ?? new URL(c.req.url).origin);
    return { success: true, message: "If an admin has this email, a link to choose a new PIN is on its way to it." };
  });

  app.get("/reset-password/confirm", (c) => c.html(String(form(c.req.query("token") ?? ""))));

  app.post("/reset-password/confirm", trailed(deps, "setPin"), limited(), async (c) => {
    // A form that can't be read is one without its fields.
    const { token, pin }: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
    if (typeof token !== "string" || typeof pin !== "string" || !/^\d{6}$/.test(pin))
      return c.html(String(form(typeof token === "string" ? token : "", "The PIN must be exactly 6 digits.")), 400);
    await countTry(deps.db, [addressLimit(c.env?.address ?? "unknown")], deps.clock());
    const admin = await finishPinReset(deps, token, pin);
    if (admin === undefined) return c.html(String(page(html`<p role="alert">This link is used or too old. Ask for another one.</p>`)), 410);
    c.get("trail")?.note({ actor: actorOf(admin), target: admin.email });
    return c.html(String(page(html`<p>Your PIN is set. <a href="/login">Sign in</a></p>`)));
  });
}

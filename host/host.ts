import { Hono } from "hono";
import { cors } from "hono/cors";
import type { ConfigInput } from "../src/contract/config.ts";
import { readAdminSettings } from "../src/contract/admin-settings.ts";
import { listAdmins } from "../src/contract/admins.ts";
import { approvalsPath, policyPath } from "../src/contract/approvals.ts";
import { attemptsPath } from "../src/contract/attempts.ts";
import { auditLogs } from "../src/contract/audit.ts";
import { eventsPath } from "../src/contract/events.ts";
import { passkeysPath } from "../src/contract/passkeys.ts";
import { listSessions } from "../src/contract/sessions.ts";
import type { VerifySignature } from "./approvals/signing.ts";
import { Tallies } from "./audit/tallies.ts";
import { adminSettingsCalls } from "./calls/admin-settings.ts";
import { adminCalls } from "./calls/admins.ts";
import { analyticsCalls } from "./calls/analytics.ts";
import { approvalCalls } from "./calls/approvals.ts";
import { attemptCalls } from "./calls/attempts.ts";
import { auditCalls } from "./calls/audit.ts";
import { eventCalls } from "./calls/events.ts";
import { feeCalls } from "./calls/fees.ts";
import { fundingCalls } from "./calls/funding.ts";
import { giftCardCalls } from "./calls/gift-cards.ts";
import { markdownCalls } from "./calls/markdown.ts";
import { passkeyCalls } from "./calls/passkeys.ts";
import { pinResetCalls } from "./calls/pin-resets.ts";
import { rateCalls } from "./calls/rates.ts";
import { refreshTokenCalls } from "./calls/refresh-tokens.ts";
import { sessionCalls } from "./calls/sessions.ts";
import { signInCalls } from "./calls/sign-in.ts";
import { userToolCalls } from "./calls/user-tools.ts";
import { userCalls } from "./calls/users.ts";
import { walletGenerationCalls } from "./calls/wallet-generation.ts";
import { walletCalls } from "./calls/wallets.ts";
import type { Connection } from "./db/connection.ts";
import { Replica } from "./db/replica.ts";
import { isUnstorable } from "./db/settled.ts";
import type { Deps } from "./deps.ts";
import type { LiveEvents } from "./events/live-events.ts";
import { faultSwitch } from "./faults/fault-switch.ts";
import type { Router } from "./http/call-route.ts";
import { isApiPath } from "./http/api-prefixes.ts";
import type { HostEnv } from "./http/host-env.ts";
import { closeUnread, securityHeaders } from "./http/headers.ts";
import { type HostNames, calledByName } from "./http/host-names.ts";
import { idempotencyHeader } from "./http/idempotency.ts";
import { Refusal } from "./http/refusal.ts";
import { staticFiles } from "./http/static-files.ts";
import { contractPages } from "./openapi/pages.ts";
import { healthCalls } from "./operation/health.ts";
import { log, toldError } from "./operation/log.ts";
import { Metrics } from "./operation/metrics.ts";
import { observed, routeOf } from "./operation/observed.ts";
import { addProcessGauges } from "./operation/process-gauges.ts";
import { defaultFundAlertUsd, defaultFundCeilingUsd } from "./options.ts";
import { acceptSignature } from "./passkeys/passkeys.ts";
import { partyOf, requireParty } from "./passkeys/relying-party.ts";
import { DeviceTokens } from "./sessions/devices.ts";
import { type PinCost, defaultPinCost } from "./sessions/pins.ts";
import { ShutOut } from "./sessions/shut-out.ts";
import { signingKey } from "./sessions/tokens.ts";

export interface HostSettings {
  /** Already migrated. */
  readonly connection: Connection;
  /** A replica for reads. */
  readonly replica?: Connection | undefined;
  /** The built app's directory; if omitted, only the API is served. */
  readonly appDir?: string;
  readonly clock?: () => Date;
  readonly pinCost?: PinCost;
  readonly allowRegistration?: boolean;
  readonly demoAccounts?: boolean;
  readonly allowedOrigins?: readonly string[];
  /** Whether the fault switch is on. */
  readonly faults?: boolean;
  readonly sendMail?: Deps["sendMail"];
  /** How many mails wait to be sent, for /metrics. */
  readonly mailsWaiting?: () => number;
  /** The host's public URL, for links in mails; if omitted, links are mailed on loopback only. */
  readonly publicUrl?: string | undefined;
  /** Country whose local phone numbers are accepted without a calling code; default Nigeria. */
  readonly phoneCountry?: string;
  /** Whether every admin must have a passkey; default off. */
  readonly requirePasskey?: boolean;
  /** Names the host may be called by; if omitted, any. */
  readonly hostNames?: HostNames | undefined;
  /** The highest worth of a single funding, and the alert threshold, in USD. */
  readonly fundCeilingUsd?: number;
  readonly fundAlertUsd?: number;
  /** Whether amounts above the policy's limits need a second admin. */
  readonly approvals?: boolean;
  /** Replaces the verification of slip signatures by the admins' passkeys. */
  readonly verifySignature?: VerifySignature;
  /** Bearer token for /metrics. */
  readonly metricsToken?: string | undefined;
  /** Whether each request is logged. */
  readonly logsRequests?: boolean;
}

export interface Host {
  readonly app: Hono<HostEnv>;
  readonly deps: Deps;
  readonly events: LiveEvents;
}

const says = (message: string, more: object = {}): object => ({ success: false, message, ...more });

/** Builds the host on an open database: the API, and the app if built. Doesn't listen. */
export async function createHost(settings: HostSettings): Promise<Host> {
  const { connection, allowedOrigins = [] } = settings;
  const tokenKey = await signingKey(connection.db);
  const replica = settings.replica && new Replica(connection, settings.replica);
  const deps: Deps = {
    db: connection.db,
    connection,
    reads: replica?.read ?? connection.read,
    clock: settings.clock ?? (() => new Date()),
    tokenKey,
    pinCost: settings.pinCost ?? defaultPinCost,
    allowRegistration: settings.allowRegistration ?? false,
    demoAccounts: settings.demoAccounts ?? true,
    phoneCountry: settings.phoneCountry ?? "NG",
    publicUrl: settings.publicUrl,
    allowedOrigins,
    requirePasskey: settings.requirePasskey ?? false,
    fundCeilingUsd: settings.fundCeilingUsd ?? defaultFundCeilingUsd,
    fundAlertUsd: settings.fundAlertUsd ?? defaultFundAlertUsd,
    approvals: settings.approvals ?? false,
    verifySignature: settings.verifySignature ?? ((signed) => acceptSignature(requireParty(deps, signed.c), signed)),
    tallies: new Tallies(connection.db),
    shutOut: new ShutOut(),
    devices: new DeviceTokens(tokenKey),
    sendMail: settings.sendMail ?? (() => Promise.reject(new Error("No mail is set up."))),
  };
  const app = new Hono<HostEnv>();

  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json(says(error.message, error.more), error.status, error.headers);
    log("error", "request failed", { method: c.req.method, route: routeOf(c), ...toldError(error) });
    if (isUnstorable(error)) return c.json(says("The request has a value that can't be stored."), 400);
    return c.json(says("The host failed. Nothing is known to be done."), 500);
  });
  const metrics = new Metrics();
  if (settings.metricsToken !== undefined) addProcessGauges(metrics, connection);
  if (settings.mailsWaiting !== undefined)
    metrics.gauge("outbox_waiting", "Mails in the outbox that nothing has sent yet.", settings.mailsWaiting);
  if (replica !== undefined) {
    metrics.gauge("replica_reads", "Reads that the replica has answered.", () => replica.counts.here);
    metrics.gauge(
      "replica_reads_instead",
      "Reads that went to the database, since the replica was behind or gone.",
      () => replica.counts.instead,
    );
  }
  app.use(observed(metrics, settings.logsRequests ?? false));
  app.use(securityHeaders);
  app.use(closeUnread);
  // Before the host-name check: health probes call each process by its own address.
  healthCalls(app, connection, metrics, settings.metricsToken);
  // Before it, too: the app couldn't read its refusal.
  if (allowedOrigins.length > 0)
    app.use(
      cors({
        origin: [...allowedOrigins],
        allowHeaders: ["Authorization", "Content-Type", "Idempotency-Key"],
        exposeHeaders: ["Date", "Retry-After"],
        maxAge: 600,
      }),
    );
  if (settings.hostNames !== undefined) app.use(calledByName(settings.hostNames));

  if (settings.faults === true) faultSwitch(app);

  const announced: ConfigInput = {
    idempotencyHeader,
    attempts: attemptsPath,
    ...(deps.approvals ? { approvals: approvalsPath, approvalPolicy: policyPath } : {}),
    auditLog: auditLogs.path,
    settings: readAdminSettings.path,
    phoneCountry: deps.phoneCountry,
    admins: listAdmins.path,
    sessions: listSessions.path,
    events: eventsPath,
    fundCeilingUsd: deps.fundCeilingUsd,
  };
  app.get("/config.json", (c) =>
    c.json(partyOf(deps, c) === undefined ? announced : { ...announced, passkeys: passkeysPath }, 200, { "Cache-Control": "no-cache" }),
  );
  const router: Router = { app, deps, served: [] };
  signInCalls(router);
  pinResetCalls(router);
  analyticsCalls(router);
  userCalls(router);
  walletCalls(router);
  fundingCalls(router);
  attemptCalls(router);
  if (deps.approvals) approvalCalls(router);
  userToolCalls(router);
  walletGenerationCalls(router);
  adminCalls(router);
  adminSettingsCalls(router);
  sessionCalls(router);
  passkeyCalls(router);
  refreshTokenCalls(router);
  feeCalls(router);
  rateCalls(router);
  markdownCalls(router);
  giftCardCalls(router);
  auditCalls(router);
  const events = await eventCalls(router);
  metrics.gauge("event_streams", "Streams of changes that are open.", () => events.openStreams);
  contractPages(router);

  app.use(async (c, next) => {
    const page = c.req.method === "GET" || c.req.method === "HEAD";
    if (isApiPath(c.req.path) || !page) return c.json(says(`There is no ${c.req.method} ${c.req.path} here`), 404);
    return next();
  });
  if (settings.appDir !== undefined) app.use(staticFiles(settings.appDir));
  return { app, deps, events };
}

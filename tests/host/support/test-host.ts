import * as v from "valibot";
import { type Connection, embedded, openServer } from "../../../host/db/connection.ts";
import { migrate } from "../../../host/db/migrate.ts";
import { type Host, type HostSettings, createHost } from "../../../host/host.ts";
import { loadDemoData } from "../../../host/seed/demo-data.ts";
import { addAdmin } from "../../../host/sessions/admins.ts";
import { type Permissions, permissionsOf } from "../../../host/sessions/permissions.ts";
import { type AdminRole, openedSession } from "../../../src/contract/sign-in.ts";
import { fingerprint } from "../../../scripts/fingerprint.mjs";
import { emptyImage, imageOf, openCopy } from "./embedded.ts";
import { makeDatabase, serverUrl } from "./server-database.ts";

/** The initial time of the tests' clock, and the end of the demo data. */
export const testNow = new Date("2026-11-20T12:00:00.000Z");

/** Cheap on purpose, as the tests sign in often. */
const cheapPins = { n: 16, r: 8, p: 1 };

const size = { users: 60, transactions: 1500 };
const seedName = `host-test-${fingerprint(["host", "package-lock.json", "tests/host/support"]).slice(0, 16)}`;

/** Seeds an empty database for the tests. */
export async function seed(connection: Connection): Promise<void> {
  await migrate(connection);
  await loadDemoData(connection, size, testNow);
}

/** A seeded database, made by the first test that needs it; opening a copy is ten times as fast as seeding. */
export const seededImage = () =>
  imageOf(seedName, async () => {
    const client = await openCopy(await emptyImage());
    await seed(embedded(client));
    await client.exec("checkpoint");
    return client;
  });

/** A database on TEST_DATABASE_URL's server, dropped once its connection is closed. */
async function openOnServer(template?: Parameters<typeof makeDatabase>[0]): Promise<Connection> {
  const { url, drop } = await makeDatabase(template);
  const connection = openServer(url);
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await drop();
    },
  };
}

/** A database as it is before the first migration: on TEST_DATABASE_URL's server, or in memory. */
export const openEmpty = async (): Promise<Connection> =>
  serverUrl === undefined ? embedded(await openCopy(await emptyImage())) : openOnServer();

/** A seeded database: on TEST_DATABASE_URL's server, or in memory. */
const openSeeded = async (): Promise<Connection> =>
  serverUrl === undefined
    ? embedded(await openCopy(await seededImage()))
    : openOnServer({ name: seedName.replaceAll("-", "_"), fill: seed });

interface Sent {
  readonly token?: string | undefined;
  /** Sent as JSON; a string is sent unchanged. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface TestHost {
  readonly host: Host;
  readonly mails: readonly { readonly to: string; readonly text: string }[];
  /** Advances the host's clock. */
  readonly wait: (ms: number) => void;
  /** Makes a call: "GET /analytics/dashboard". */
  readonly call: (line: string, sent?: Sent) => Promise<Answered>;
  /** Adds an admin with this role, signs in, and returns the token. */
  readonly tokenFor: (role: AdminRole, permissions?: Permissions) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Calls a host without a server. */
export const callsOf =
  (host: Host): TestHost["call"] =>
  async (line, { token, body, headers = {}, address = "192.0.2.1" } = {}) => {
    const [method = "GET", path = "/"] = line.split(" ");
    const response = await host.app.request(
      path,
      {
        method,
        headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      },
      { address, localOrigin: "http://localhost" },
    );
    const text = await response.text();
    const isJson = response.headers.get("Content-Type")?.includes("json") ?? false;
    const parsed: unknown = isJson ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: parsed };
  };

/** The host without a server, on the seeded database or a given one, with a manual clock. */
export async function openTestHost(settings: Partial<HostSettings> = {}): Promise<TestHost> {
  const connection = settings.connection ?? (await openSeeded());
  const mails: { to: string; text: string }[] = [];
  let now = testNow.getTime();
  let admins = 0;
  const host = await createHost({
    connection,
    clock: () => new Date(now),
    pinCost: cheapPins,
    sendMail: async (to, _subject, text) => {
      mails.push({ to, text });
    },
    ...settings,
  });

  const call = callsOf(host);

  return {
    host,
    mails,
    call,
    wait: (ms) => {
      now += ms;
    },
    tokenFor: async (role, permissions = permissionsOf[role]) => {
      admins += 1;
      const email = `${role}${admins}@example.com`;
      const pin = "135790";
      await addAdmin(connection.db, { email, adminName: `Test ${role}`, pin, role, permissions }, cheapPins, new Date(now));
      const { body } = await call("POST /adminsignin/signin", { body: { email, passwordPin: pin } });
      return v.parse(openedSession, body).accessToken;
    },
    close: async () => {
      await host.events.stop();
      await connection.close();
    },
  };
}

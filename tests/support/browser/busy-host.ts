import { desc } from "drizzle-orm";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { stepActivity } from "../../../host/activity.ts";
import { type Connection, type Db, openEmbedded, openServer } from "../../../host/db/connection.ts";
import { migrate } from "../../../host/db/migrate.ts";
import { transactions } from "../../../host/db/schema.ts";
import { createHost } from "../../../host/host.ts";
import { listen, stopListening } from "../../../host/listen.ts";
import { Random } from "../../../host/seed/random.ts";
import { root } from "../../../scripts/run.mjs";
import { quickWasm } from "../quick-wasm.ts";
import type { HostData } from "./host-process.ts";

for (const flag of quickWasm) setFlagsFromString(flag);

/** Opens a host's database, as its next version does. */
export async function openData({ dataDir, databaseUrl }: HostData): Promise<Connection> {
  const connection = databaseUrl === undefined ? await openEmbedded(join(dataDir, "postgres")) : openServer(databaseUrl);
  await migrate(connection);
  return connection;
}

export interface BusyHost {
  readonly origin: string;
  /** Simulates activity for some steps: rows arrive, a waiting one settles. */
  readonly live: (steps: number) => Promise<void>;
  /** The database's transactions, newest first. */
  readonly rows: () => Promise<readonly { readonly id: string; readonly reference: string; readonly type: string }[]>;
  /** The database itself. */
  readonly db: Db;
  /** Freezes the host's clock at a moment; without one it follows the machine's again. */
  readonly setClock: (at?: Date) => void;
  readonly stop: () => Promise<void>;
}

/** The host in the test's process, so that the test controls when rows arrive and can query the database. */
export async function startBusyHost(data: HostData, settings: { readonly approvals?: boolean } = {}): Promise<BusyHost> {
  const connection = await openData(data);
  let stopped: Date | undefined;
  const host = await createHost({
    connection,
    appDir: join(root, "dist/app"),
    clock: () => stopped ?? new Date(),
    ...settings,
  });
  const { server, port } = await listen(host, 0, "127.0.0.1", false);
  const random = new Random(1);
  const { id, reference, type, createdAt } = transactions;
  return {
    db: connection.db,
    origin: `http://localhost:${port}`,
    live: async (steps) => {
      for (let step = 0; step < steps; step += 1) await stepActivity(connection.db, random, new Date());
    },
    rows: () => connection.db.select({ id, reference, type }).from(transactions).orderBy(desc(createdAt), desc(id)),
    setClock: (at) => {
      stopped = at;
    },
    stop: async () => {
      await host.events.stop();
      await stopListening(server);
      await connection.close();
    },
  };
}

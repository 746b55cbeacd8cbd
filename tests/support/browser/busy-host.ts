import { desc } from "drizzle-orm";
import { join } from "node:path";
import { stepActivity } from "../../../host/activity.ts";
import { type Db, openEmbedded } from "../../../host/db/connection.ts";
import { migrate } from "../../../host/db/migrate.ts";
import { transactions } from "../../../host/db/schema.ts";
import { createHost } from "../../../host/host.ts";
import { listen, stopListening } from "../../../host/listen.ts";
import { Random } from "../../../host/seed/random.ts";
import { root } from "../../../scripts/run.mjs";

export interface BusyHost {
  readonly origin: string;
  /** Lets the platform live on by some steps: rows arrive, one that waited settles. */
  readonly live: (steps: number) => Promise<void>;
  /** What the database holds, newest first. */
  readonly rows: () => Promise<readonly { readonly id: string; readonly reference: string; readonly type: string }[]>;
  /** The database itself. */
  readonly db: Db;
  /** Sets the host's clock to a moment at which it stays; without one it goes on as the machine's does. */
  readonly setClock: (at?: Date) => void;
  readonly stop: () => Promise<void>;
}

/** The embedded host inside the test's own process, so that the test decides when rows arrive and can look into the database. */
export async function startBusyHost(dataDir: string): Promise<BusyHost> {
  const connection = await openEmbedded(join(dataDir, "postgres"));
  await migrate(connection);
  let stopped: Date | undefined;
  const host = await createHost({ connection, appDir: join(root, "dist/app"), clock: () => stopped ?? new Date() });
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
      await stopListening(server);
      await connection.close();
    },
  };
}

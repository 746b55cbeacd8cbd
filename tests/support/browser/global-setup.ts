import { buildIfNeeded } from "../../../scripts/build.mjs";
import { findOrInstallPostgres, startPostgres } from "../../../scripts/postgres.mjs";

/**
 * Needed by every journey: the built product, and a PostgreSQL server for its hosts, whose end is returned. Where there is no
 * PostgreSQL, they run on the embedded one.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (!(await buildIfNeeded())) throw new Error("the build failed");
  const programs = await findOrInstallPostgres();
  if (programs === undefined) {
    const { seedOnce } = await import("./seeded-data.ts");
    await seedOnce();
    return undefined;
  }
  const server = await startPostgres(programs);
  // For the workers, which inherit it.
  process.env["TEST_DATABASE_URL"] = server.url;
  return server.stop;
}

import { findOrInstallPostgres, howToGetPostgres, startPostgres } from "./postgres.mjs";
import { bin, root, runNode } from "./run.mjs";

process.chdir(root);
const programs = await findOrInstallPostgres();
if (!programs) {
  console.error(howToGetPostgres);
  process.exit(1);
}
const { url, stop } = await startPostgres(programs);
const args = process.argv.slice(2);
/** Extra arguments go to vitest: names of test files. */
const { ok } = await runNode([bin("vitest"), "run", "--project", "postgres", ...args], {
  show: true,
  env: { TEST_POSTGRES_URL: url },
});
await stop();
process.exitCode = ok ? 0 : 1;

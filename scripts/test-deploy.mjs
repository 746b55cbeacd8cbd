import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";
import { findOrInstallPostgres, howToGetPostgres, startPostgres } from "./postgres.mjs";
import { bin, root, runNode } from "./run.mjs";

process.chdir(root);

/** Programs that docs/deploy.md puts in front of the hosts, and their Debian packages. */
const programs = { "/usr/sbin/nginx": "nginx-light", "/usr/sbin/pgbouncer": "pgbouncer", "/usr/bin/openssl": "openssl" };

const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
if (missing.length > 0 && !(await aptInstall(...missing))) {
  console.error(`What docs/deploy.md says can't be tried here: install Debian's ${missing.join(", ")}.`);
  process.exit(1);
}
const postgres = await findOrInstallPostgres();
if (!postgres) {
  console.error(howToGetPostgres);
  process.exit(1);
}
const { url, stop } = await startPostgres(postgres);
const { ok } = await runNode([bin("vitest"), "run", "--project", "deploy", ...process.argv.slice(2)], {
  show: true,
  env: { TEST_POSTGRES_URL: url },
});
await stop();
process.exitCode = ok ? 0 : 1;

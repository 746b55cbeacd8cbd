import { findWebKit } from "../../scripts/engines.mjs";
import { journey } from "./journey.ts";
import { launchWebKit } from "./webkit-driver.ts";

// Not steady yet on a build machine, where it counts as skipped: npm run test:engines walks it.
const found = process.env["CI"] ? undefined : findWebKit();
journey("WebKit", found ? () => launchWebKit(found) : undefined);

import { findFirefox } from "../../scripts/engines.mjs";
import { journey } from "./journey.ts";
import { launchFirefox } from "./puppeteer-driver.ts";

const path = findFirefox();
journey("Firefox", path ? () => launchFirefox(path) : undefined);

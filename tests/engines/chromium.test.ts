import { findChromium } from "../../scripts/chromium.mjs";
import { journey } from "./journey.ts";
import { launchChromium } from "./puppeteer-driver.ts";

const path = await findChromium();
journey("Chromium", path ? () => launchChromium(path) : undefined);

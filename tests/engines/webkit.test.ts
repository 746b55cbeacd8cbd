import { findWebKit } from "../../scripts/engines.mjs";
import { journey } from "./journey.ts";
import { launchWebKit } from "./webkit-driver.ts";

const found = findWebKit();
journey("WebKit", found ? () => launchWebKit(found) : undefined);

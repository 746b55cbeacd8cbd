import { buildIfNeeded } from "../../scripts/build.mjs";
import { seedOnce } from "../support/browser/seeded-data.ts";

/** The built product, and seeded data for its embedded database. */
export default async function globalSetup(): Promise<void> {
  if (!(await buildIfNeeded())) throw new Error("the build failed");
  await seedOnce();
}

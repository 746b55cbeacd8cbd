import { buildIfNeeded } from "../../../scripts/build.mjs";
import { seedOnce } from "./seeded-data.ts";

/** What every journey stands on: the built product, and data for its host. */
export default async function globalSetup(): Promise<void> {
  if (!(await buildIfNeeded())) throw new Error("the build failed");
  await seedOnce();
}

import { buildIfNeeded } from "../../../scripts/build.mjs";
import { seedOnce } from "./seeded-data.ts";

/** Needed by every journey: the built product, and seeded data for its host. */
export default async function globalSetup(): Promise<void> {
  if (!(await buildIfNeeded())) throw new Error("the build failed");
  await seedOnce();
}

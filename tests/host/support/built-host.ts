import { buildIfNeeded } from "../../../scripts/build.mjs";
import { emptyImage } from "./embedded.ts";

/** For the tests that start the host as a process: a bundle starts 1.4 s of CPU time sooner than its sources, on an empty database that is there already. */
export default async function globalSetup(): Promise<void> {
  if (!(await buildIfNeeded({ only: ["host"] }))) throw new Error("the build failed");
  await emptyImage();
}

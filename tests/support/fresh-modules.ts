import { vi } from "vitest";

// Test files share a worker, and with it the packages that are loaded; the project's own modules are each file's own.
vi.resetModules();
// What a file left stubbed would be put back by the first one after it that unstubs, in place of its own.
vi.unstubAllGlobals();
vi.restoreAllMocks();

// By default a check is given up after a second, which a loaded machine may take for it.
const { waitFor } = vi;
vi.waitFor = (check, options = 20_000) => waitFor(check, options);

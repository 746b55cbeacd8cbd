import { vi } from "vitest";

// Test files share a worker, and with it the packages that are loaded; the project's own modules are each file's own.
vi.resetModules();

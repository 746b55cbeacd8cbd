import { fileURLToPath } from "node:url";
import { normalizePath } from "vite";

/** A file of the project as Vite names its modules: decoded, with forward slashes. A URL's pathname is neither. */
export const sourcePath = (path: string): string => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)));

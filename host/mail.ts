import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { log } from "./operation/log.ts";

/**
 * Delivers mail into a pickup directory, one .eml file each: mail servers can collect from one, and a person
 * can open it. Returns the sender; it rejects when the file can't be written.
 */
export function mailToDirectory(directory: string): (to: string, subject: string, text: string) => Promise<void> {
  return async (to, subject, text) => {
    await mkdir(directory, { recursive: true });
    const oneLine = (value: string): string => value.replace(/[\r\n]/g, " ");
    const head = [
      `To: ${oneLine(to)}`,
      `Subject: ${oneLine(subject)}`,
      `Date: ${new Date().toUTCString()}`,
      "Content-Type: text/plain; charset=utf-8",
    ];
    const path = join(directory, `${Date.now()}-${randomUUID()}.eml`);
    await writeFile(path, `${head.join("\r\n")}\r\n\r\n${text.replace(/\r?\n/g, "\r\n")}`, { mode: 0o600 });
    log("info", "mail", { path });
  };
}

import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Deps } from "./deps.ts";
import { log } from "./operation/log.ts";

/** Nobody reads what is answered to these mails. The domain is the one that people reach the host under, where it has a name. */
function senderAt(publicUrl: string | undefined): { name: string; address: string } {
  const host = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  const isNumber = isIP(host.replace(/^\[|\]$/g, "")) !== 0;
  return { name: "Counterfoil", address: `no-reply@${isNumber ? "localhost" : host}` };
}

/**
 * Delivers mail into a pickup directory, one .eml file each: mail servers can collect from one, and any mail program
 * opens it. `publicUrl`: where people reach the host. Returns the sender; it rejects when the file can't be written.
 */
export function mailToDirectory(directory: string, publicUrl?: string): Deps["sendMail"] {
  const composer = createTransport({
    streamTransport: true,
    buffer: true,
    newline: "windows",
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const from = senderAt(publicUrl);
  return async (to, subject, text) => {
    await mkdir(directory, { recursive: true });
    const { message } = await composer.sendMail({
      from,
      // As a string it would be read as a list of addresses.
      to: { name: "", address: to },
      subject,
      text,
      // So that no out-of-office reply comes back (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    });
    const path = join(directory, `${Date.now()}-${randomUUID()}.eml`);
    await writeFile(path, message, { mode: 0o600 });
    log("info", "mail", { path });
  };
}

import { randomUUID } from "node:crypto";
import { accessSync, constants, readdirSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { codeOf, makeDirectory } from "./db/data-lock.ts";
import type { Deps } from "./deps.ts";
import { log } from "./operation/log.ts";

/** A no-reply sender at the public URL's domain, if it has a name. */
function senderAt(publicUrl: string | undefined): { name: string; address: string } {
  const host = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  const isNumber = isIP(host.replace(/^\[|\]$/g, "")) !== 0;
  return { name: "Counterfoil", address: `no-reply@${isNumber ? "localhost" : host}` };
}

/** Why no mail can be written to a pickup directory, which is made if it is missing; undefined if one can. */
export function outboxProblem(directory: string): string | undefined {
  try {
    makeDirectory(directory);
    accessSync(directory, constants.W_OK);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** How many mails in a pickup directory nobody has sent yet; 0 if there is no such directory. */
export function mailsWaiting(directory: string): number {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(".eml")).length;
  } catch {
    return 0;
  }
}

/**
 * Writes mails to a pickup directory, one .eml file each, for something else to send (docs/deploy.md). `publicUrl`: the
 * host's public URL. Returns the sender, which rejects if the file can't be written.
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
      // A plain string would be parsed as an address list.
      to: { name: "", address: to },
      subject,
      text,
      // Suppresses out-of-office replies (RFC 3834).
      headers: { "Auto-Submitted": "auto-generated" },
    });
    const path = join(directory, `${Date.now()}-${randomUUID()}.eml`);
    const part = `${path}.part`;
    try {
      // Whatever collects mails takes a whole one or none.
      await writeFile(part, message, { mode: 0o600 });
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
    log("info", "mail", { path });
  };
}

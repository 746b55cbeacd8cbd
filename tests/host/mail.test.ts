import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mailToDirectory, mailsWaiting } from "../../host/mail.ts";

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    writeFile: async (path: string, data: Buffer, options: object) => {
      await real.writeFile(path, disk.isFull ? data.subarray(0, data.length / 2) : data, options);
      if (disk.isFull) throw new Error("ENOSPC: no space left on device, write");
    },
  };
});

let outbox: string;

beforeEach(async () => {
  outbox = join(await mkdtemp(join(tmpdir(), "outbox-")), "outbox");
  vi.spyOn(console, "log").mockImplementation(() => {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  disk.isFull = false;
  await rm(join(outbox, ".."), { recursive: true });
});

interface Mail {
  readonly path: string;
  readonly head: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The outbox's only mail, with folded headers unfolded. */
async function readMail(): Promise<Mail> {
  const [name, ...others] = await readdir(outbox);
  if (name === undefined || others.length > 0) throw new Error(`there are ${others.length + 1} mails`);
  const path = join(outbox, name);
  const written = await readFile(path, "utf8");
  const end = written.indexOf("\r\n\r\n");
  const lines = written
    .slice(0, end)
    .replaceAll(/\r\n[ \t]/g, " ")
    .split("\r\n");
  const head = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s, 2)));
  return { path, head, body: written.slice(end + 4) };
}

/** Decodes a quoted-printable body. */
const unquoted = (body: string): string =>
  Buffer.from(
    body.replaceAll("=\r\n", "").replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

test("[AUTH-6] a mail in the outbox has all that mail servers ask for, and only the host's own user may read it", async () => {
  await mailToDirectory(outbox, "https://desk.example:8443/")("ada@example.com", "Choose a new PIN", "Somebody asked.\nWas it you?\n");
  const { path, head, body } = await readMail();
  expect(path).toMatch(/\.eml$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(head).toMatchObject({
    From: "Counterfoil <no-reply@desk.example>",
    To: "ada@example.com",
    Subject: "Choose a new PIN",
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "7bit",
    "Auto-Submitted": "auto-generated",
  });
  expect(head["Message-ID"]).toMatch(/^<[^@<>]+@desk\.example>$/);
  expect(Math.abs(Date.parse(head["Date"] ?? "") - Date.now())).toBeLessThan(60_000);
  expect(body.trimEnd()).toBe("Somebody asked.\r\nWas it you?");
});

test("[AUTH-6] a subject and a text beyond ASCII, and a long link, are encoded so that mail servers pass them on", async () => {
  const link = `https://desk.example/reset-password/confirm?token=${"x".repeat(43)}`;
  const text = `Jemand hat nach einer neuen PIN für Counterfoil gefragt — ₦.\n${link}\n`;
  await mailToDirectory(outbox)("ada@example.com", "Wähle eine neue PIN", text);
  const { path, head, body } = await readMail();
  expect(await readFile(path, "latin1")).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(head["Subject"]).toMatch(/^=\?UTF-8\?Q\?/);
  expect(unquoted(head["Subject"]?.replace(/^=\?UTF-8\?Q\?(.*)\?=$/, "$1").replaceAll("_", " ") ?? "")).toBe("Wähle eine neue PIN");
  expect(head["Content-Transfer-Encoding"]).toBe("quoted-printable");
  expect(Math.max(...body.split("\r\n").map(({ length }) => length))).toBeLessThanOrEqual(76);
  expect(unquoted(body).trimEnd()).toBe(text.trimEnd().replaceAll("\n", "\r\n"));
});

test("[AUTH-6] neither an address nor a subject can add a recipient or a header", async () => {
  const send = mailToDirectory(outbox);
  await send("ada@example.com, eve@example.org\r\nBcc: eve@example.org", "Hello\r\nBcc: eve@example.org\n\nEve's text", "Text");
  const { head, body } = await readMail();
  expect(Object.keys(head)).not.toContain("Bcc");
  expect(body.trimEnd()).toBe("Text");
  // All of it is one undeliverable address.
  expect(head["To"]).toMatch(/^<"[^"]+"@example\.org>$/);
});

test.each([
  ["https://192.0.2.7", "no-reply@localhost"],
  ["https://[2001:db8::7]:8443", "no-reply@localhost"],
  ["https://münchen.example/desk", "no-reply@xn--mnchen-3ya.example"],
])("[AUTH-6] a host that people reach at %s mails as %s", async (url, address) => {
  await mailToDirectory(outbox, url)("ada@example.com", "Hello", "Text");
  expect((await readMail()).head["From"]).toBe(`Counterfoil <${address}>`);
});

test.skipIf(process.platform === "win32")(
  "[AUTH-6] what docs/deploy.md runs hands over each mail once, and leaves what could not be; the mails that wait are counted",
  async () => {
    const [, loop = ""] = /```sh\n(cd [^`]*sendmail[^`]*)```/.exec(readFileSync("docs/deploy.md", "utf8")) ?? [];
    const home = join(outbox, "..");
    mkdirSync(join(home, "bin"));
    // Refuses Eve's.
    writeFileSync(
      join(home, "bin/sendmail"),
      `#!/bin/sh\ncat > ${home}/mail\ngrep -q eve ${home}/mail && exit 75\ncat ${home}/mail >> ${home}/sent\n`,
      {
        mode: 0o755,
      },
    );
    const run = () =>
      execFileSync("sh", ["-c", `${loop.replace("/var/lib/counterfoil/outbox", outbox)}\ntrue`], {
        env: { ...process.env, PATH: `${join(home, "bin")}:${process.env["PATH"]}` },
      });
    expect(mailsWaiting(outbox)).toBe(0);
    const send = mailToDirectory(outbox);
    for (const to of ["ada@example.com", "eve@example.org", "ola@example.com"]) await send(to, "Hello", "Text");
    expect(mailsWaiting(outbox)).toBe(3);
    run();
    run();
    expect(mailsWaiting(outbox)).toBe(1);
    expect((await readMail()).head["To"]).toBe("eve@example.org");
    expect([...readFileSync(join(home, "sent"), "utf8").matchAll(/^To: (.*)\r$/gm)].map(([, to]) => String(to)).toSorted()).toEqual([
      "ada@example.com",
      "ola@example.com",
    ]);
    await rm(join(home, "bin"), { recursive: true });
  },
);

test("[AUTH-6] of a mail that can't be written whole nothing is left to be collected", async () => {
  disk.isFull = true;
  await expect(mailToDirectory(outbox)("ada@example.com", "Choose a new PIN", "Choose it here.")).rejects.toThrow("ENOSPC");
  expect(await readdir(outbox)).toEqual([]);
});

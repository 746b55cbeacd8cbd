import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import type { HostEnv } from "../http/host-env.ts";

/** A browser that has signed admins in: its own random id, and whose ids. It opens nothing; it only has its own count of wrong PINs. */
interface Device {
  readonly id: string;
  readonly admins: readonly string[];
}

const cookieName = "counterfoil-device";
const keptS = 365 * 24 * 3600;
/** A browser that signs in more admins forgets the first of them. */
const mostAdmins = 20;

const form = v.object({ id: v.string(), admins: v.array(v.string()) });

/** Signs what a device is told to keep, by a key of its own that follows from the host's. */
export class DeviceTokens {
  readonly #key: Buffer;

  constructor(hostKey: Uint8Array) {
    this.#key = Buffer.from(hkdfSync("sha256", hostKey, "", "device tokens", 32));
  }

  #mark(content: string): Buffer {
    return createHmac("sha256", this.#key).update(content).digest();
  }

  write(device: Device): string {
    const content = Buffer.from(JSON.stringify(device)).toString("base64url");
    return `${content}.${this.#mark(content).toString("base64url")}`;
  }

  /** The device of a token; undefined for anything that this host didn't sign. */
  read(token: string | undefined): Device | undefined {
    const [content = "", mark = ""] = (token ?? "").split(".");
    const [expected, actual] = [this.#mark(content), Buffer.from(mark, "base64url")];
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
    return v.parse(form, JSON.parse(Buffer.from(content, "base64url").toString("utf8")));
  }

  /** The device behind a request, from the cookie that it was given. */
  of(c: Context<HostEnv>): Device | undefined {
    return this.read(getCookie(c, cookieName));
  }

  /**
   * Lets the browser keep that it has signed this admin in. The cookie is the host's own: no script reads it and no
   * other site's page sends it. Where the app has another origin than the host it isn't kept, and networks are counted.
   */
  keep(c: Context<HostEnv>, adminId: string, isSecure: boolean): void {
    const before = this.of(c);
    const admins = [...(before?.admins ?? []).filter((id) => id !== adminId), adminId].slice(-mostAdmins);
    const device = { id: before?.id ?? randomBytes(12).toString("base64url"), admins };
    setCookie(c, cookieName, this.write(device), {
      httpOnly: true,
      sameSite: "Strict",
      secure: isSecure,
      path: "/",
      maxAge: keptS,
    });
  }
}

import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import * as v from "valibot";
import type { HostEnv } from "../http/host-env.ts";

/** A browser that has signed admins in: its random id, and their ids. It grants no access, only a separate count of wrong PINs. */
interface Device {
  readonly id: string;
  readonly admins: readonly string[];
}

const cookieName = "counterfoil-device";
const keptS = 365 * 24 * 3600;
/** With more admins, the browser's first ones are dropped. */
const mostAdmins = 20;

const form = v.object({ id: v.string(), admins: v.array(v.string()) });

/** Signs device tokens, with a key derived from the host's. */
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

  /** A token's device; undefined if this host didn't sign it. */
  read(token: string | undefined): Device | undefined {
    const [content = "", mark = ""] = (token ?? "").split(".");
    const [expected, actual] = [this.#mark(content), Buffer.from(mark, "base64url")];
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
    return v.parse(form, JSON.parse(Buffer.from(content, "base64url").toString("utf8")));
  }

  /** The device in a request's cookie. */
  of(c: Context<HostEnv>): Device | undefined {
    return this.read(getCookie(c, cookieName));
  }

  /**
   * Remembers in a cookie that this browser signed this admin in. The cookie is HttpOnly and SameSite=Strict; an app on another
   * origin doesn't get it, and is counted by network instead.
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

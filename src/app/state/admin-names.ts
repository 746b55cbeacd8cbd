import type { Admin } from "../../contract/sign-in.ts";

/** The admin's display name (AUTH-12). */
export const shownName = (admin: Admin): string =>
  admin.name?.trim() || admin.username?.trim() || admin.adminName?.trim() || admin.email || "";

/** First letter of each word (AUTH-12). */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .map((word) => /^./u.exec(word)?.[0] ?? "")
    .join("")
    .toUpperCase();

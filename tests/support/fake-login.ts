import { permissionNames } from "../../src/contract/sign-in.ts";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** The preset session of AUTH-17, for played hosts; the embedded host refuses its signature. */
export function fakeSession(
  now = new Date(),
  overrides: Readonly<Record<string, unknown>> = {},
  id = "admin-1",
): { readonly token: string; readonly user: string } {
  const iat = Math.floor(now.getTime() / 1000);
  const claims = {
    sub: id,
    email: "grace@example.com",
    role: "admin",
    adminRole: "super_admin",
    permissions: Object.fromEntries(permissionNames.map((name) => [name, true])),
    iat,
    exp: iat + 3600,
    ...overrides,
  };
  const user = { id, name: "Grace Hopper", email: "grace@example.com", role: "super_admin" };
  return { token: `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.${part("not signed")}`, user: JSON.stringify(user) };
}

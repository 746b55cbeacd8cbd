import type { CachedUser } from "../../data/use-users.ts";

/** A user's one-line name: names may be shared, emails aren't. */
export const calledOf = (user: Pick<CachedUser, "email" | "username" | "id">): string => user.email ?? user.username ?? user.id;

import type { CachedUser } from "../../../data/use-users.ts";
import type { Translate } from "../../../words/keys.ts";
import { links } from "../../../links.ts";
import { asSent, type RowFormats } from "../../../lists/selection/row-formats.ts";

const columns = ["username", "email", "phonenumber", "kycLevel", "kycStatus", "emailVerified", "bvnVerified", "createdAt"] as const;

/** Copy formats of users: the list's columns, and the id. */
export const userFormats = (t: Translate<["users"]>): RowFormats<CachedUser> => ({
  head: [...columns.map((column) => t(`columns.${column}`)), "id"],
  cells: (user) => [...columns.map((column) => user[column]), user.id],
  words: (user) => [user.username, user.email, user.phonenumber, user.id],
  sent: asSent,
  link: (users) => {
    const [first] = users;
    return users.length === 1 && first ? links.user("userSummary", first) : links.usersOf(users.map(({ id }) => id));
  },
});

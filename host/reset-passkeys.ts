import { nobody } from "./audit/draft.ts";
import { writeEntry } from "./audit/write-entry.ts";
import type { Db } from "./db/connection.ts";
import { takeAllAway } from "./passkeys/passkeys.ts";
import { findAdmin } from "./sessions/admins.ts";
import { endSessionsOf } from "./sessions/sessions.ts";
import { StartError } from "./start-error.ts";

/**
 * Removes an admin's passkeys, ends their sessions and logs an alert. For the host's operator, when no other super_admin can do it.
 * Returns a message. Throws StartError if there is nothing to remove.
 */
export const resetPasskeysOf = (db: Db, email: string, now: Date): Promise<string> =>
  db.transaction(async (tx) => {
    const admin = await findAdmin(tx, email);
    if (admin === undefined) throw new StartError(`There is no admin ${email}.`);
    const had = await takeAllAway(tx, admin.id);
    if (had === 0) throw new StartError(`${admin.email} has no passkey.`);
    await endSessionsOf(tx, admin.id, now);
    const message = `${admin.email} has no passkey any more, and was signed out everywhere`;
    await writeEntry(
      tx,
      {
        action: "resetPasskeys",
        actor: nobody,
        address: "host",
        target: admin.email,
        before: { passkeys: had },
        after: { passkeys: 0 },
      },
      { status: 200, message },
      now,
    );
    return message;
  });

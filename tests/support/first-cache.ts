import { Dexie } from "dexie";

/** A cache with the tables of 0.1.0. */
export function firstCache(name: string): Dexie {
  const old = new Dexie(name);
  old.version(1).stores({
    transactions: "id, [at+id]",
    users: "id, email, createdAt",
    userPages: "key, asOf",
    wallets: "email",
    generations: "phone",
    journal: "id, at",
    figures: "[figure+seenAt]",
    state: "name",
  });
  return old;
}

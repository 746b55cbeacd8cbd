import type { Database } from "../../db/store/database.ts";
import { type Attempt, isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { type FencePost, postAgainst, postsOf, removePost } from "./fence.ts";
import { Observable } from "../state/observable.ts";

/** The posts' journal rows, which are newer and say more. */
const rowsOf = (db: Database, posts: readonly FencePost[]): Promise<(Attempt | undefined)[]> =>
  Promise.all(posts.map(({ attempt }) => readAttempt(db, attempt)));

/** Posts of attempts that the journal lacks. Rejects with the database's error. */
export async function strayPosts(db: Database): Promise<FencePost[]> {
  const posts = postsOf(db.name);
  const rows = await rowsOf(db, posts);
  return posts.filter((_, place) => rows[place] === undefined);
}

/** Posts of attempts missing from an admin's journal: unsettled at the last sign-out, or the journal was lost. */
export class StrayPosts {
  readonly found = new Observable<readonly FencePost[]>([]);
  readonly #db: Database;
  #reads = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Rereads the posts, e.g. after another tab has settled one; removes those of ended attempts. Never rejects. */
  async read(): Promise<void> {
    this.#reads += 1;
    const turn = this.#reads;
    const posts = postsOf(this.#db.name);
    // If the journal can't be read, the posts are all there is.
    const rows = await rowsOf(this.#db, posts).catch((): undefined[] => []);
    for (const row of rows) if (row && !isUnsettled(row)) removePost(row.id);
    // A later read may have ended first: its posts are the newer ones.
    if (turn === this.#reads) this.found.set(posts.filter((_, place) => rows[place] === undefined));
  }

  /** The post that blocks a subject, if any. Rejects with the database's error. */
  async against(subject: string): Promise<FencePost | undefined> {
    return postAgainst(await strayPosts(this.#db), subject);
  }
}

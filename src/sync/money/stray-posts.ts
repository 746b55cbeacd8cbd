import type { Database } from "../../db/store/database.ts";
import { type Attempt, isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { type FencePost, postAgainst, postsOf, removePost } from "./fence.ts";
import { Observable } from "../state/observable.ts";

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
    const rows = await this.#rowsOf(posts).catch((): undefined[] => []);
    for (const row of rows) if (row && !isUnsettled(row)) removePost(row.id);
    // A later read may have ended first: its posts are the newer ones.
    if (turn === this.#reads) this.found.set(posts.filter((_, place) => rows[place] === undefined));
  }

  /** The post that blocks a subject, if any. Rejects with the database's error. */
  async against(subject: string): Promise<FencePost | undefined> {
    const posts = postsOf(this.#db.name);
    const rows = await this.#rowsOf(posts);
    return postAgainst(
      posts.filter((_, place) => rows[place] === undefined),
      subject,
    );
  }

  /** The posts' journal rows, which are newer and say more. */
  #rowsOf(posts: readonly FencePost[]): Promise<(Attempt | undefined)[]> {
    return Promise.all(posts.map(({ attempt }) => readAttempt(this.#db, attempt)));
  }
}

import type { Database } from "../../db/store/database.ts";
import { type Attempt, isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { type FencePost, postAgainst, postsOf, removePost } from "./fence.ts";
import { Observable } from "../state/observable.ts";

/** Posts of attempts that an admin's journal doesn't hold: unsettled when he last signed out, or when the journal was lost. */
export class StrayPosts {
  readonly found = new Observable<readonly FencePost[]>([]);
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads them again, as after another tab has settled one; takes away those of attempts that have ended. Never rejects. */
  async read(): Promise<void> {
    const posts = postsOf(this.#db.name);
    // Where the journal can't be read the posts are all that is known.
    const rows = await this.#rowsOf(posts).catch((): undefined[] => []);
    for (const row of rows) if (row && !isUnsettled(row)) removePost(row.id);
    this.found.set(posts.filter((_, place) => rows[place] === undefined));
  }

  /** The one that stands in a subject's way, if any does. Rejects with the database's error. */
  async against(subject: string): Promise<FencePost | undefined> {
    const posts = postsOf(this.#db.name);
    const rows = await this.#rowsOf(posts);
    return postAgainst(
      posts.filter((_, place) => rows[place] === undefined),
      subject,
    );
  }

  /** The posts' attempts, where the journal holds them: their rows say more than the posts, and later. */
  #rowsOf(posts: readonly FencePost[]): Promise<(Attempt | undefined)[]> {
    return Promise.all(posts.map(({ attempt }) => readAttempt(this.#db, attempt)));
  }
}

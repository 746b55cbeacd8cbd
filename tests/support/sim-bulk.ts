import type { PlannedRow } from "../../src/contract/bulk.ts";
import { fundUser } from "../../src/contract/funding.ts";
import { type BulkRow, type BulkRun, failedRows, type PauseReason, planRun, readRows, readRun } from "../../src/db/money/bulk-runs.ts";
import { readFacts } from "../../src/db/money/bulk/facts.ts";
import type { BulkFacts } from "../../src/db/money/bulk/judge.ts";
import type { Database } from "../../src/db/store/database.ts";
import { isOver } from "../../src/db/money/open-run.ts";
import { BulkDriver } from "../../src/sync/money/bulk-run.ts";
import { type Intent, MutationGate } from "../../src/sync/money/gate.ts";
import { settlingFeed } from "../../src/sync/money/settle-attempts.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { SimDevice } from "./sim-device.ts";
import type { Life } from "./sim-tabs.ts";

/** A file's rows as the rehearsal passes them on, each for another user. */
export const plannedRows = (count: number): PlannedRow[] =>
  Array.from({ length: count }, (_, at) => ({
    line: at + 2,
    operation: "fund",
    email: `user-${at}@example.com`,
    currency: "USDT",
    amount: `${at + 1}.5`,
    reason: undefined,
    note: undefined,
    needsSecondAdmin: false,
  }));

/** A funding as an attempt; by hand, too, it has its row's subject. */
export const fundingOf = ({ email, currency, amount }: Pick<PlannedRow, "email" | "currency" | "amount">): Intent<typeof fundUser> => ({
  call: fundUser,
  body: { email, currency: "USDT", amount },
  operation: "fund",
  subject: [email, currency, amount],
  target: email,
  details: { email, currency, amount },
});

interface Tab {
  readonly life: Life;
  readonly db: Database;
  readonly gate: MutationGate;
  readonly driver: BulkDriver;
  /** Asks the host about unsettled attempts, as every tab does (KEY-2). */
  readonly settle: () => Promise<unknown>;
  /** Marks the host as reachable, as any answer does. */
  readonly reached: () => void;
}

/** A device with a bulk funding run; its host comes and goes. */
export class BulkDevice extends SimDevice {
  /** Keeps the tab from sending rows, whatever the host's state. */
  hindrance: PauseReason | undefined;
  /** Called before each row is sent. */
  onRow: (row: BulkRow) => void = () => {};
  refreshes = 0;
  /** What others have sent since the run began, by `subjectOfRow`. */
  elsewhere: ReadonlySet<string> = new Set();
  /** Whether the host tells what others have sent. */
  tellsOthers = true;
  /** Called while it is looked for what others have sent. */
  onLook: () => Promise<unknown> = () => Promise.resolve();
  tab: Tab | undefined;
  readonly #announcesAttempts: boolean;

  constructor(announcesAttempts = true) {
    super();
    this.#announcesAttempts = announcesAttempts;
  }

  /** A living tab: the open one, or a new one. */
  open(): Tab {
    if (this.tab && !this.tab.life.isDead) return this.tab;
    const { life, host, db, reached } = this.begin({
      idempotencyHeader: "Idempotency-Key",
      ...(this.#announcesAttempts ? { attempts: "/api/attempts" } : {}),
    });
    const gate = new MutationGate(host, db, () => ({ token: "t", admin: {}, claims: undefined, identity: "ada" }), "Ada");
    const feed = settlingFeed(gate);
    const settle = () => feed(this.clock.time + 1, new AbortController().signal);
    const driver = new BulkDriver(db, gate, {
      send: (row, openedAt) => {
        this.onRow(row);
        return gate.submit({ id: row.attempt, openedAt, ...fundingOf(row) });
      },
      hindrance: () => this.hindrance,
      driving: new Observable<string | undefined>(undefined),
      over: new AbortController().signal,
      settle: () => void settle(),
      refresh: () => {
        this.refreshes += 1;
      },
      elsewhere: async () => {
        await this.onLook();
        return { subjects: this.elsewhere, isTold: this.tellsOthers };
      },
    });
    const tab = { life, db, gate, driver, settle, reached };
    this.tab = tab;
    return tab;
  }

  /** The evidence that a rehearsal of these rows shows now. */
  rehearse = async (rows: readonly PlannedRow[]): Promise<BulkFacts["doubles"]> => {
    const file = rows.map(({ reason = "", note = "", amount, ...row }) => ({
      ...row,
      amountText: amount,
      amount: { is: "read", amount } as const,
      reason,
      note,
      problem: undefined,
    }));
    return (await readFacts(this.watcher, file, this.clock.time, 0)).doubles;
  };

  /** Starts a run of rows rehearsed just now, or with the evidence given. */
  plan = async (rows: readonly PlannedRow[], doubles?: BulkFacts["doubles"]): Promise<string> => {
    const shown = doubles ?? (await this.rehearse(rows));
    return planRun(this.watcher, { name: "pay.csv", by: "Ada", at: this.clock.time++, rows, doubles: shown });
  };

  readRun = async (id: string): Promise<BulkRun> => {
    const run = await readRun(this.watcher, id);
    if (!run) throw new Error("no such run");
    return run;
  };

  readRows = (id: string): Promise<BulkRow[]> => readRows(this.watcher, id);
  failed = async (id: string): Promise<PlannedRow[]> => failedRows(await this.readRows(id));

  /**
   * Presses "Continue" in a living tab; whenever the run waits for an outcome, asks the host about it. Resolves once the tab has
   * died, the run is over, or it waits for its admin.
   */
  async goOn(id: string): Promise<void> {
    const tab = this.open();
    tab.reached();
    const driven = Promise.race([tab.driver.drive(id), tab.life.died]).then(() => "over" as const);
    while ((await Promise.race([driven, new Promise<"on">((resolve) => setImmediate(() => resolve("on")))])) === "on") {
      const { state } = await this.readRun(id);
      if (state.is !== "paused" || state.why.is !== "unknown") continue;
      this.host.isDown = false;
      tab.reached();
      await Promise.race([tab.settle(), tab.life.died]);
    }
  }

  /** Continues until a run is over; `before` is called before each "Continue". Returns the number of turns. */
  async finish(id: string, before: () => void | Promise<void> = () => {}): Promise<number> {
    for (let turn = 0; turn < 5000; turn += 1) {
      if (isOver(await this.readRun(id))) return turn;
      await before();
      await this.goOn(id);
    }
    throw new Error("the run doesn't end");
  }

  close(): void {
    for (const life of this.lives.values()) life.kill();
    this.tab?.db.close();
    this.watcher.close();
  }
}

import * as fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { fundUser } from "../../src/contract/funding.ts";
import type { Database } from "../../src/db/store/database.ts";
import { isUnsettled } from "../../src/db/money/journal.ts";
import { MutationGate } from "../../src/sync/money/gate.ts";
import type { Outcome } from "../../src/sync/wire/outcome.ts";
import { SimDevice } from "../support/sim-device.ts";
import { type Fate, fates } from "../support/sim-money-host.ts";
import type { Life } from "../support/sim-tabs.ts";

vi.mock("../../src/sync/state/slow-digest.ts", () => import("../support/quick-digest.ts"));
vi.mock("../../src/db/money/journal.ts", async (load) => (await import("../support/sim-tabs.ts")).mortalJournal(await load()));

afterEach(() => vi.unstubAllGlobals());

interface Tab {
  readonly life: Life;
  readonly db: Database;
  readonly gate: MutationGate;
  readonly reached: () => void;
}

interface Step {
  readonly tab: 0 | 1;
  /** Confirms the same again, as by a double click or in the other tab. */
  readonly again: boolean;
  readonly subject: number;
  readonly fate: Fate;
  readonly refuse: 0 | 200 | 400 | 409;
  readonly dieAt: number | undefined;
  /** Without waiting for the previous one. */
  readonly beside: boolean;
  /** What the admin does first: settles the oldest unknown attempt by hand, asks the host about it, or neither. */
  readonly settle: "no" | "by hand" | "by host";
  /** The fate of the repeat that asks the host; the tab may die in it, by `dieAt`. */
  readonly repeat: Fate;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  tab: fc.constantFrom(0, 1),
  again: fc.oneof({ weight: 1, arbitrary: fc.constant(true) }, { weight: 4, arbitrary: fc.constant(false) }),
  subject: fc.integer({ min: 0, max: 5 }),
  fate: fc.oneof({ weight: 6, arbitrary: fc.constant<Fate>("answered") }, { weight: 10, arbitrary: fc.constantFrom(...fates) }),
  refuse: fc.constantFrom(0, 0, 0, 0, 200, 400, 409),
  dieAt: fc.option(fc.integer({ min: 1, max: 16 }), { freq: 2, nil: undefined }),
  beside: fc.boolean(),
  settle: fc.constantFrom("no", "by hand", "by host"),
  repeat: fc.oneof({ weight: 10, arbitrary: fc.constant<Fate>("answered") }, { weight: 10, arbitrary: fc.constantFrom(...fates) }),
});

/** Devices per property, with 24 confirmed intents each on average; full size: GATE_RUNS=105, 5,000 attempts in all. */
const runs = Number(process.env["GATE_RUNS"] ?? 40);

/** A device with two tabs, and an admin who follows the steps. */
class Device extends SimDevice {
  readonly #header: string | undefined;
  readonly tabs: (Tab | undefined)[] = [];
  readonly outcomes: { readonly order: string; readonly outcome: Outcome<unknown> }[] = [];
  confirmed = 0;
  repeats = 0;
  /** Requests sent while another attempt on the same subject was unsettled. */
  readonly breaches: string[] = [];

  constructor(header: string | undefined) {
    super();
    this.#header = header;
    this.host.onRequest = async (order) => {
      const rows = await this.watcher.journal.toArray();
      const own = rows.find((row) => row.target === order);
      for (const row of rows)
        if (own && row.id !== own.id && row.subject === own.subject && isUnsettled(row))
          this.breaches.push(`${order} beside ${row.target}`);
      if (!own) this.breaches.push(`${order} left before the journal had it`);
    };
  }

  async open(at: 0 | 1): Promise<Tab> {
    const known = this.tabs[at];
    if (known && !known.life.isDead) return known;
    const { life, host, db, reached } = this.begin(this.#header ? { idempotencyHeader: this.#header } : {});
    const session = { token: "t", admin: {}, claims: undefined, identity: "ada" };
    const gate = new MutationGate(host, db, () => session, "Ada");
    const tab = { life, db, gate, reached };
    this.tabs[at] = tab;
    await Promise.race([gate.adoptOrphans(), life.died]);
    return tab;
  }

  async confirm(at: 0 | 1, order: string, subject: number, dieAt: number | undefined): Promise<void> {
    const tab = await this.open(at);
    tab.reached();
    tab.life.dieAt(dieAt);
    const submitted = tab.gate.submit({
      id: `attempt of ${order}`,
      call: fundUser,
      body: { email: order, currency: "BTC", amount: "0.25" },
      operation: "fund",
      subject: [String(subject)],
      target: order,
      details: {},
    });
    const outcome = await Promise.race([submitted, tab.life.died]);
    if (outcome !== "died") this.outcomes.push({ order, outcome });
  }

  async settle({ settle: how, repeat, tab: at, dieAt }: Step): Promise<void> {
    if (how === "no") return;
    const tab = await this.open(at);
    tab.reached();
    tab.life.dieAt(undefined);
    await Promise.race([tab.gate.adoptOrphans(), tab.life.died]);
    const open = (await this.watcher.journal.toArray()).find((row) => row.state.is === "unknown" && isUnsettled(row));
    if (!open) return;
    if (how === "by host" && this.#header) {
      this.host.fate = () => repeat;
      this.repeats += 1;
      tab.life.dieAt(dieAt);
      const outcome = await Promise.race([tab.gate.askHost(open), tab.life.died]);
      if (outcome !== "died") this.outcomes.push({ order: open.target, outcome });
      return;
    }
    const isDone = (this.host.deeds.get(open.target) ?? 0) > 0;
    await Promise.race([tab.gate.settle(open.id, isDone ? "happened" : "did not happen", ""), tab.life.died]);
  }

  close(): void {
    for (const tab of this.tabs) tab?.db.close();
    this.watcher.close();
  }
}

async function live(device: Device, steps: readonly Step[], serial: string): Promise<void> {
  const fateOf = new Map<string, Fate>();
  const orders: { order: string; subject: number }[] = [];
  let beside: Promise<void>[] = [];
  for (const [index, step] of steps.entries()) {
    const { tab, again, subject, fate, refuse, dieAt } = step;
    if (!step.beside) {
      await Promise.all(beside.splice(0));
      await device.settle(step);
    }
    const last = again ? orders.at(-1) : undefined;
    const order = last ?? { order: `${serial}-${index}@example.com`, subject };
    if (!last) {
      orders.push(order);
      device.confirmed += 1;
      fateOf.set(order.order, fate);
      if (refuse !== 0) device.host.refuses.set(order.order, refuse);
    }
    device.host.fate = (asked) => fateOf.get(asked) ?? "answered";
    beside.push(device.confirm(tab, order.order, order.subject, dieAt));
  }
  await Promise.all(beside);
  beside = [];
  // All tabs die; the next start finds what they left.
  for (const tab of device.tabs) tab?.life.kill();
  await device.open(0);
}

async function expectTruth(device: Device, hasKeys: boolean): Promise<void> {
  expect(device.breaches).toEqual([]);
  const rows = await device.watcher.journal.toArray();
  for (const [order, count] of device.host.requests) {
    if (!hasKeys) expect(count, `requests for ${order}`).toBe(1);
    expect(rows.filter((row) => row.target === order).length, `journal rows of ${order}`).toBe(1);
  }
  for (const [order, count] of device.host.deeds) expect(count, `deeds for ${order}`).toBe(1);
  for (const { state, target } of rows) {
    const isDone = (device.host.deeds.get(target) ?? 0) > 0;
    if (state.is === "done") expect(isDone, `${target} is shown as done`).toBe(true);
    if (state.is === "refused") expect(isDone, `${target} is shown as refused`).toBe(false);
    expect(state.is, `${target} at the next start`).not.toBe("sent");
  }
  for (const { order, outcome } of device.outcomes) {
    const isDone = (device.host.deeds.get(order) ?? 0) > 0;
    if (outcome.is === "done") expect(isDone, `${order} came back as done`).toBe(true);
    if (outcome.is === "refused") expect(isDone, `${order} came back as refused`).toBe(false);
  }
}

for (const header of [undefined, "Idempotency-Key"]) {
  const by = header ? "with an idempotency key" : "without an idempotency key";
  test(`[FUND-6, SYNC-5] ${by}: one request and one journal row for a confirmed intent, and no outcome that isn't true, wherever the tab dies`, async () => {
    let confirmed = 0;
    let crashed = 0;
    let repeats = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 30, maxLength: 30 }), async (steps) => {
        const device = new Device(header);
        try {
          await live(device, steps, "order");
          await expectTruth(device, header !== undefined);
          confirmed += device.confirmed;
          crashed += device.lives.size - 2;
          repeats += device.repeats;
        } finally {
          device.close();
        }
      }),
      { numRuns: runs, seed: 4 },
    );
    // A run with few requests or few crashes would prove little.
    expect(confirmed).toBeGreaterThan(runs * 20);
    expect(crashed).toBeGreaterThan(runs * 2);
    if (header) expect(repeats).toBeGreaterThan(runs);
  }, 600_000);
}

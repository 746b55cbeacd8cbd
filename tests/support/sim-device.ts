import * as v from "valibot";
import { vi } from "vitest";
import { config } from "../../src/contract/config.ts";
import { Database } from "../../src/db/store/database.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { SimMoneyHost } from "./sim-money-host.ts";
import { Life, SimLocks, world } from "./sim-tabs.ts";

let devices = 0;

/** A device whose tabs die and reopen, and its simulated host. */
export class SimDevice {
  readonly host = new SimMoneyHost();
  readonly locks = new SimLocks();
  readonly name = `device-${(devices += 1)}`;
  /** A view of the database outside any tab's life. */
  readonly watcher = new Database(this.name);
  readonly lives = new Map<string, Life>();
  now = 1_000_000;
  #timers: { readonly at: number; readonly run: () => void; readonly signal: AbortSignal | undefined }[] = [];

  constructor() {
    world.enter = (life) => this.locks.enter(life);
    vi.stubGlobal("navigator", { onLine: true, locks: this.locks });
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
      const life = this.lives.get(new URL(url).hostname);
      if (!life) throw new Error(`no tab is called ${url}`);
      const { signal: _, ...rest } = init;
      return this.host.receive(life, new Request(url, rest));
    });
    this.host.whileSlow = () => this.pass(70_000);
  }

  async pass(ms: number): Promise<void> {
    this.now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.now);
    this.#timers = this.#timers.filter(({ at }) => at > this.now);
    for (const { run, signal } of due) if (!signal?.aborted) run();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  }

  /** The parts of a new tab, configured like this. */
  protected begin(settings: object) {
    const life = new Life();
    const name = `tab-${this.lives.size}.test`;
    this.lives.set(name, life);
    const clock = {
      now: () => this.now,
      after: (ms: number, run: () => void, signal?: AbortSignal) => void this.#timers.push({ at: this.now + ms, run, signal }),
    };
    const host = connect(v.parse(config, { host: `http://${name}`, ...settings }), new AbortController().signal, clock);
    const db = new Database(this.name);
    world.lives.set(db, life);
    return { life, host, db, reached: () => host.reach.answered(this.now) };
  }
}

import * as v from "valibot";
import { vi } from "vitest";
import { config } from "../../src/contract/config.ts";
import { Database } from "../../src/db/store/database.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { HandClock } from "./hand-clock.ts";
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
  readonly clock = new HandClock();

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
    this.clock.pass(ms);
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  }

  /** The parts of a new tab, configured like this. */
  protected begin(settings: object) {
    const life = new Life();
    const name = `tab-${this.lives.size}.test`;
    this.lives.set(name, life);
    const host = connect(v.parse(config, { host: `http://${name}`, ...settings }), new AbortController().signal, this.clock);
    const db = new Database(this.name);
    world.lives.set(db, life);
    return { life, host, db, reached: () => host.reach.answered(this.clock.time) };
  }
}

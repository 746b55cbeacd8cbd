import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { log, toldError } from "../operation/log.ts";

export interface Heard {
  /** Message handlers by channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Called whenever listening starts, also after a break, during which messages are lost. */
  readonly again: () => void;
}

/** Pause before reconnecting, in ms. */
const pauseMs = 1000;
/** Interval of the connection check, and its timeout, in ms: a dead network reports nothing by itself. */
const pulseMs = 10_000;

/** Listens until the connection breaks or is ended. */
async function listenOver(client: Client, { channels, again }: Heard): Promise<void> {
  const broken = new Promise<void>((resolve) => {
    client.on("error", () => resolve());
    client.on("end", () => resolve());
  });
  client.on("notification", ({ channel, payload = "" }) => channels[channel]?.(payload));
  await client.connect();
  for (const channel of Object.keys(channels)) await client.query(`listen ${client.escapeIdentifier(channel)}`);
  again();
  const end = (): void => void client.end().catch(() => {});
  const pulse = setInterval(() => client.query("select 1").catch(end), pulseMs);
  pulse.unref();
  await broken;
  clearInterval(pulse);
}

/** Listens on a connection of its own and reconnects when it breaks. Returns how to stop. */
export function listenOnServer(config: ClientConfig, heard: Heard): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let client: Client | undefined;
  /** Log an unreachable database only once. */
  let isSaid = false;
  const again = (): void => {
    isSaid = false;
    heard.again();
  };
  const listen = async (): Promise<void> => {
    while (!signal.aborted) {
      client = new Client({ ...config, query_timeout: pulseMs, connectionTimeoutMillis: pulseMs });
      try {
        await listenOver(client, { ...heard, again });
      } catch (error) {
        if (!signal.aborted && !isSaid) log("error", "listening", toldError(error));
        isSaid = true;
      }
      await client.end().catch(() => {});
      if (!signal.aborted) await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const listening = listen();
  return async () => {
    ending.abort();
    await client?.end().catch(() => {});
    await listening;
  };
}

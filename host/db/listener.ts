import { setTimeout as pause } from "node:timers/promises";
import { Client, type ClientConfig } from "pg";
import { log, toldError } from "../operation/log.ts";

export interface Heard {
  /** What is done with each message, by its channel. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  /** Called whenever listening begins, also after a break, in which messages are lost. */
  readonly again: () => void;
}

/** A lost connection is opened again after as long, in ms. */
const pauseMs = 1000;
/** So often it is asked for a sign of life, in ms, which it has as long to give: a dead network tells nothing by itself. */
const pulseMs = 10_000;

/** Listens over a connection until that breaks, or is ended. */
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

/** Listens on a connection of its own, which is opened again whenever it breaks, until the returned function is called. */
export function listenOnServer(config: ClientConfig, heard: Heard): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let client: Client | undefined;
  /** Of a database that is out of reach one line in the log is enough. */
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

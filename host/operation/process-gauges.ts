import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Connection } from "../db/connection.ts";
import type { Metrics } from "./metrics.ts";

/** Adds gauges for the process and its connections. */
export function addProcessGauges(metrics: Metrics, { load }: Connection): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const started = Date.now() / 1000 - process.uptime();
  metrics.gauge("process_start_time_seconds", "When the process began.", () => started);
  metrics.gauge("process_resident_memory_bytes", "Memory that the process holds.", () => process.memoryUsage.rss());
  metrics.gauge("process_cpu_seconds", "CPU time used so far.", () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6);
  metrics.gauge("nodejs_eventloop_delay_p99_seconds", "Delay of the event loop, 99th percentile since the last look.", () => {
    const seconds = delay.percentile(99) / 1e9;
    delay.reset();
    return seconds;
  });
  metrics.gauge("database_connections", "Connections to the database.", () => load().connections);
  metrics.gauge("database_connections_idle", "Connections that nobody uses.", () => load().idle);
  metrics.gauge("database_requests_waiting", "Requests that wait for a connection.", () => load().waiting);
}

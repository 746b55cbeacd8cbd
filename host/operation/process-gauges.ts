import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Connection } from "../db/connection.ts";
import type { Metrics } from "./metrics.ts";

/** Adds what there is to know of the process and its connections. */
export function addProcessGauges(metrics: Metrics, { load }: Connection): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const started = Date.now() / 1000 - process.uptime();
  metrics.add({ name: "process_start_time_seconds", help: "When the process began.", value: () => started });
  metrics.add({ name: "process_resident_memory_bytes", help: "Memory that the process holds.", value: () => process.memoryUsage.rss() });
  metrics.add({
    name: "process_cpu_seconds",
    help: "CPU time used so far.",
    value: () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
  });
  metrics.add({
    name: "nodejs_eventloop_delay_p99_seconds",
    help: "Delay of the event loop, 99th percentile since the last look.",
    value: () => {
      const seconds = delay.percentile(99) / 1e9;
      delay.reset();
      return seconds;
    },
  });
  metrics.add({ name: "database_connections", help: "Connections to the database.", value: () => load().connections });
  metrics.add({ name: "database_connections_idle", help: "Connections that nobody uses.", value: () => load().idle });
  metrics.add({ name: "database_requests_waiting", help: "Requests that wait for a connection.", value: () => load().waiting });
}

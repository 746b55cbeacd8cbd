import { Counter, Gauge, Histogram, Registry } from "prom-client";

/**
 * Counters of one host process, in Prometheus's text format. Labels come from fixed sets (method, route, status), never from input,
 * so neither personal data nor an attacker's text gets in.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Counter({
    name: "http_requests_total",
    help: "Answered requests.",
    labelNames: ["method", "route", "status"],
    registers: [this.#registry],
  });
  readonly #durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long requests took.",
    labelNames: ["method", "route"],
    registers: [this.#registry],
  });

  /** Adds a gauge that is read at each scrape. */
  gauge(name: string, help: string, value: () => number): void {
    const gauge = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(value());
      },
    });
    this.#registry.registerMetric(gauge);
  }

  /** Counts an answered request. */
  count(method: string, route: string, status: number, seconds: number): void {
    this.#requests.inc({ method, route, status });
    this.#durations.observe({ method, route }, seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics in Prometheus's text format. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Upper bounds of the buckets of durations, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = Readonly<Record<string, string>>;

interface Duration {
  readonly labels: Labels;
  /** How many lie at or below each bound, the last one for all. */
  readonly counts: number[];
  sum: number;
}

const escaped = (value: string): string => value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
const written = (labels: Labels): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

/** A number that is asked for whenever the metrics are. */
export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly value: () => number;
}

/**
 * What one host process counts, in Prometheus's text format. Labels come from fixed sets (method, route, status),
 * never from what somebody sent: neither people nor an attacker can put anything into them.
 */
export class Metrics {
  readonly #requests = new Map<string, { readonly labels: Labels; count: number }>();
  readonly #durations = new Map<string, Duration>();
  readonly #gauges: Gauge[] = [];

  add(gauge: Gauge): void {
    this.#gauges.push(gauge);
  }

  /** Counts an answered request. */
  count(method: string, route: string, status: number, seconds: number): void {
    const labels = { method, route, status: String(status) };
    const key = written(labels);
    const counted = this.#requests.get(key) ?? { labels, count: 0 };
    counted.count += 1;
    this.#requests.set(key, counted);
    this.#time({ method, route }, seconds);
  }

  #time(labels: Labels, seconds: number): void {
    const key = written(labels);
    const duration = this.#durations.get(key) ?? { labels, counts: [...bounds, Infinity].map(() => 0), sum: 0 };
    for (const [at, bound] of [...bounds, Infinity].entries()) if (seconds <= bound) duration.counts[at] = (duration.counts[at] ?? 0) + 1;
    duration.sum += seconds;
    this.#durations.set(key, duration);
  }

  /** Everything that is counted, as Prometheus reads it. */
  text(): string {
    const lines: string[] = [];
    const head = (name: string, type: string, help: string): void => {
      lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    };
    head("http_requests_total", "counter", "Answered requests.");
    for (const { labels, count } of this.#requests.values()) lines.push(`http_requests_total${written(labels)} ${count}`);
    head("http_request_duration_seconds", "histogram", "How long requests took.");
    for (const { labels, counts, sum } of this.#durations.values()) {
      for (const [at, bound] of [...bounds, Infinity].entries()) {
        const le = bound === Infinity ? "+Inf" : String(bound);
        lines.push(`http_request_duration_seconds_bucket${written({ ...labels, le })} ${counts[at]}`);
      }
      lines.push(`http_request_duration_seconds_sum${written(labels)} ${sum}`);
      lines.push(`http_request_duration_seconds_count${written(labels)} ${counts.at(-1)}`);
    }
    for (const { name, help, value } of this.#gauges) {
      head(name, "gauge", help);
      lines.push(`${name} ${value()}`);
    }
    return `${lines.join("\n")}\n`;
  }
}

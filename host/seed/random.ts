const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** A seeded source of numbers (mulberry32): the same seed gives the same demonstration data everywhere. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.next() * from.length)];
    if (found === undefined) throw new Error("Nothing to pick from.");
    return found;
  }

  /** Digits as text, the first of them not 0. */
  digits(length: number): string {
    let text = "";
    for (let at = 0; at < length; at += 1) text += this.whole(at === 0 ? 1 : 0, 9);
    return text;
  }

  /** Hex digits as text; an even number of them. */
  hex(length: number): string {
    let text = "";
    for (let at = 0; at < length; at += 2) text += hexPairs[this.whole(0, 15) * 16 + this.whole(0, 15)] ?? "";
    return text;
  }
}

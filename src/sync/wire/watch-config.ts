import { judgeAnswer } from "./config-instead.ts";
import { askForConfig } from "./config.ts";
import type { Host } from "./host.ts";

/** How often a page that stays open asks for config.json, in ms. */
const lookEveryMs = 3_600_000;
/** Longest wait for it, in ms. */
const answerWithinMs = 10_000;

/** Calls back whenever the server has another config.json than this page began with; what answers in its place says nothing. */
export function watchConfig({ config, clock }: Pick<Host, "config" | "clock">, signal: AbortSignal, onOther: () => void): void {
  const look = async (): Promise<void> => {
    const until = AbortSignal.any([signal, AbortSignal.timeout(answerWithinMs)]);
    const answer = await askForConfig("manual", until);
    const found = await judgeAnswer(answer, answer._data ?? "", until);
    if (found.is === "ok" && JSON.stringify(found.config) !== JSON.stringify(config) && !signal.aborted) onOther();
  };
  const again = (): void =>
    clock.after(
      lookEveryMs,
      () => {
        again();
        look().catch(() => {
          // No answer.
        });
      },
      signal,
    );
  again();
}

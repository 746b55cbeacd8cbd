/** That a call was made, and how it went; nothing of what it was about. */
export interface CallNote {
  /** METHOD /path as the contract has it, with its braces. */
  readonly call: string;
  /** The answer's status; 0 where none came. */
  readonly status: number;
  /** Device time at which it ended (epoch ms), and how long it took (ms). */
  readonly at: number;
  readonly ms: number;
}

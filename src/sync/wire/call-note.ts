/** Records that a call was made and how it went, not what it was about. */
export interface CallNote {
  /** METHOD /path from the contract, with placeholders. */
  readonly call: string;
  /** Status of the answer; 0 if none came. */
  readonly status: number;
  /** When it ended (device epoch ms), and its duration (ms). */
  readonly at: number;
  readonly ms: number;
}

/** Why the host can't start, in one line for its operator. */
export class StartError extends Error {
  override readonly name = "StartError";
}

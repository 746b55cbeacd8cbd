/** A value at a time, as plain numbers: for drawing alone. */
export interface Step {
  readonly at: number;
  readonly value: number;
}

/**
 * The path of a step line in a box: a value holds until the next one, and the last one until `until`.
 * Steps are oldest first.
 */
export function stepPath(steps: readonly Step[], until: number, box: { width: number; height: number; pad: number }): string {
  const first = steps[0];
  if (!first) return "";
  const values = steps.map((step) => step.value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = Math.max(1, until - first.at);
  const x = (at: number) => box.pad + ((at - first.at) / span) * (box.width - 2 * box.pad);
  // A figure that never changed is a line through the middle.
  const y = (value: number) =>
    high === low ? box.height / 2 : box.height - box.pad - ((value - low) / (high - low)) * (box.height - 2 * box.pad);
  const round = (value: number) => Number(value.toFixed(2));
  const moves = steps.slice(1).map((step) => `H${round(x(step.at))}V${round(y(step.value))}`);
  return `M${round(x(first.at))} ${round(y(first.value))}${moves.join("")}H${round(x(until))}`;
}

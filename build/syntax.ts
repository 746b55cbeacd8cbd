/** A node of the ESTree that the bundler's parser gives; what is read of it is checked where it is read. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

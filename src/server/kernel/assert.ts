/** Stops on a broken promise of our own code. The message is for us; readers see the general 500 text. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** For the default branch of a switch over a union: a forgotten member is a compile error. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}

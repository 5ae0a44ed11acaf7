/** Stops on a broken promise of our own code. The message is for us; readers see the general 500 text. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

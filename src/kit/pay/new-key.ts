/** Idempotency key: names one wish of the reader, sent with what moves money. */
export function newKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

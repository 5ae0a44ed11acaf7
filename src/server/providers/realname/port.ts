/** match: name and number belong together. mismatch: they do not. unknown: the service has no record, so people decide. */
export type RealnameFacts = 'match' | 'mismatch' | 'unknown';

/** Holds a name against a resident identity number. */
export interface RealnamePort {
  readonly name: string;
  /** It stores nothing. @throws Error when the service did not answer; the caller leaves it to people */
  check(name: string, number: string): Promise<RealnameFacts>;
}

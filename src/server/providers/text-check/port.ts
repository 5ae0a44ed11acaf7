/** What a check of a text found; empty: nothing. */
export interface TextFinding {
  /** For staff: what sort of text. */
  labels: readonly string[];
}

/** Looks through texts for what may not be published. */
export interface TextCheckPort {
  readonly name: string;
  /** @throws Error when the service did not answer; the caller goes on by its own word list */
  check(text: string): Promise<TextFinding>;
}

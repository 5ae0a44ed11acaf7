/** Reaches the people who run the site where they look all day. */
export interface AlertPort {
  /** none: this way is not set up. */
  readonly name: string;
  /** Resolves when the other side took it. @throws Error when it did not */
  send(text: string): Promise<void>;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same mail has the same one, however often it is sent: what a mailbox knows them by. */
  message_id: string;
  /** Address that ends such mails with one POST (RFC 8058). */
  unsubscribe_url?: string;
  /** Files that go with it; of a few MB in all. */
  attachments?: ReadonlyArray<{ name: string; content: Uint8Array }>;
}

/** Sends mail. */
export interface MailPort {
  /** none: this site sends no mail, and does not offer it. */
  readonly name: string;
  /** Resolves when the server took it. @throws Error when it did not; the caller retries */
  send(mail: Mail): Promise<void>;
}

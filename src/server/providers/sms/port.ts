/** Texts are registered with the provider; we name one and fill its fields. */
export interface SmsTemplates {
  /** A one-time code and how many minutes it lives. */
  code: { code: string; minutes: string };
  /** What a message of the site is about; the whole of it stands on the site. */
  notice: { title: string };
}

/** Sends short messages to mainland phones. */
export interface SmsPort {
  /** Which adapter stands here; the sandbox phone shows its messages only while it is `sandbox`. */
  readonly name: string;
  /** Templates that can be sent. */
  readonly templates: readonly (keyof SmsTemplates)[];
  /** Resolves when the provider took the message. @throws Error when it did not; the caller informs the reader. */
  send<T extends keyof SmsTemplates>(mobile: string, template: T, params: SmsTemplates[T]): Promise<void>;
}

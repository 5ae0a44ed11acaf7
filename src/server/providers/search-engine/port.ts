/** What an engine said to a list of addresses. */
export type PushOutcome =
  /** It took the rest; `remain`: how many more today, null: it does not say. The lists hold what it will never have. */
  | { kind: 'taken'; taken: number; remain: number | null; foreign: readonly string[]; invalid: readonly string[] }
  /** No more today. */
  | { kind: 'over_quota' }
  /** The site or its key is wrong: nothing goes until somebody mends it. */
  | { kind: 'refused'; why: string };

/** A search engine that wants to be notified of new and changed pages. */
export interface SearchEngine {
  /** baidu, indexnow */
  name: string;
  title: string;
  sandbox: boolean;
  /** Addresses a call. */
  most: number;
  /** Wants to be notified of pages that are gone, too. */
  hears_of_gone: boolean;
  /** Submits final addresses, never redirects. @throws when it cannot be reached or answers nonsense */
  push(urls: readonly string[]): Promise<PushOutcome>;
}

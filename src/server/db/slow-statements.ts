import type pg from 'pg';

/** Statements that took at least this long are recorded. */
export const SLOW_MS = 50;
/** Different texts that are recorded; the one with the least total cost is evicted. */
const TEXTS_MAX = 200;
const TEXT_MAX = 600;

export interface SlowStatement {
  /** Without values. */
  text: string;
  /** Times that it was slow. */
  times: number;
  mean_ms: number;
  max_ms: number;
}

/** What of the statements of a process took long since its start, with what their callers waited: bounded, and without values. */
export class SlowStatements {
  readonly #all = new Map<string, { times: number; total_ms: number; max_ms: number }>();
  /** What was asked and is not answered. */
  readonly #running = new Map<symbol, { client: pg.PoolClient; started: number }>();

  took(text: string, ms: number): void {
    if (ms < SLOW_MS) return;
    const plain = withoutValues(text);
    const known = this.#all.get(plain) ?? { times: 0, total_ms: 0, max_ms: 0 };
    this.#all.set(plain, { times: known.times + 1, total_ms: known.total_ms + ms, max_ms: Math.max(known.max_ms, ms) });
    if (this.#all.size > TEXTS_MAX) this.#dropCheapest();
  }

  /** Those that cost most in all first. */
  list(limit: number): SlowStatement[] {
    return [...this.#all]
      .toSorted(([, a], [, b]) => b.total_ms - a.total_ms)
      .slice(0, limit)
      .map(([text, { times, total_ms, max_ms }]) => ({ text, times, mean_ms: Math.round(total_ms / times), max_ms: Math.round(max_ms) }));
  }

  /** Connections on which a statement has waited for its answer at least so long. */
  waiting(ms: number): pg.PoolClient[] {
    const since = performance.now() - ms;
    return [...new Set([...this.#running.values()].filter(({ started }) => started <= since).map(({ client }) => client))];
  }

  /** Times everything that is asked on this connection. */
  watch(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const timed = (...args: unknown[]): unknown => {
      const text = textOf(args[0]);
      if (text === null) return query(...args);
      const started = performance.now();
      const one = Symbol();
      this.#running.set(one, { client, started });
      const ended = () => {
        this.#running.delete(one);
        this.took(text, performance.now() - started);
      };
      const last = args.at(-1);
      if (typeof last === 'function') {
        return query(...args.slice(0, -1), (...answer: unknown[]) => {
          ended();
          last(...answer);
        });
      }
      const answer = query(...args);
      if (answer instanceof Promise) answer.then(ended, ended);
      return answer;
    };
    client.query = timed as typeof client.query;
  }

  #dropCheapest(): void {
    let cheapest: { text: string; total_ms: number } | undefined;
    for (const [text, { total_ms }] of this.#all) if (!cheapest || total_ms < cheapest.total_ms) cheapest = { text, total_ms };
    if (cheapest) this.#all.delete(cheapest.text);
  }
}

/** Null for what is no plain statement, e.g. a cursor. */
function textOf(asked: unknown): string | null {
  if (typeof asked === 'string') return asked;
  const { text, submit } = (asked ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && typeof submit !== 'function' ? text : null;
}

/** One line for all values: literals and parameters are `?`, lists of them one. */
export function withoutValues(text: string): string {
  return text
    .replace(/--[^\n]*/g, ' ')
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .replace(/\?(?:, ?\?)+/g, '?, …')
    .replace(/\(\?, …\)(?:, ?\(\?, …\))+/g, '(?, …), …')
    .trim()
    .slice(0, TEXT_MAX);
}

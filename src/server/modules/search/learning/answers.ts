import { AppMemory } from '../../../app/app-memory.ts';
import type { App } from '../../../app/ctx.ts';
import type { QueryAnswer } from './rules.ts';

const answers = new AppMemory<string, QueryAnswer>({ max: 5_000, ttl_ms: 3_600_000 });

/** Remembers how a query was answered. False: as before. */
export function rememberAnswer(app: App, key: string, found: QueryAnswer): boolean {
  const before = answers.get(app, key);
  answers.set(app, key, found);
  return before?.answer !== found.answer || before.left_out !== found.left_out;
}

/** The last answer that this process gave to a query; null: none since an hour. */
export const lastAnswer = (app: App, key: string): QueryAnswer | null => answers.get(app, key) ?? null;

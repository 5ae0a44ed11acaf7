import { AppMemory } from '../../../app/app-memory.ts';
import type { App, Ctx } from '../../../app/ctx.ts';
import { keyOf } from './query-key.ts';
import type { SearchAnswer } from './rules.ts';
import { setAnswer } from './write-acts.repo.ts';

const answers = new AppMemory<string, SearchAnswer>({ max: 5_000, ttl_ms: 3_600_000 });

/** A page of results was made: what became of its keyword. Written where readers asked for it; cached pages say nothing new. */
export async function noteAnswer(ctx: Ctx, keyword: string, found: SearchAnswer): Promise<void> {
  const key = await keyOf(ctx, keyword);
  const before = answers.get(ctx.app, key);
  answers.set(ctx.app, key, found);
  if (before?.answer === found.answer && before.left_out === found.left_out) return;
  await setAnswer(ctx.app.db, key, found);
}

/** The last answer that this process gave to a query; null: none since an hour. */
export const lastAnswer = (app: App, key: string): SearchAnswer | null => answers.get(app, key) ?? null;

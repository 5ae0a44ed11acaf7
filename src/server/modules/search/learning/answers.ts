import { AppMemory } from '../../../app/app-memory.ts';
import type { App, Ctx } from '../../../app/ctx.ts';
import { actBuffer } from './act-buffer.ts';
import { isRecorded, type QueryAnswer } from './rules.ts';

const answers = new AppMemory<string, QueryAnswer>({ max: 5_000, ttl_ms: 3_600_000 });

/** A page of results was made: what became of its query. Written soon, where readers asked for it; cached pages say nothing new. */
export function noteAnswer({ app, supposed }: Ctx, key: string, found: QueryAnswer): void {
  if (supposed || !isRecorded(key)) return;
  const before = answers.get(app, key);
  answers.set(app, key, found);
  if (before?.answer === found.answer && before.left_out === found.left_out) return;
  actBuffer(app).add([{ act: 'answered', key, found }]);
}

/** The last answer that this process gave to a query; null: none since an hour. */
export const lastAnswer = (app: App, key: string): QueryAnswer | null => answers.get(app, key) ?? null;

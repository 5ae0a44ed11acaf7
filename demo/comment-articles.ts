import { KINDS } from '#contract/kinds.ts';
import type { Ctx } from '#server/app/ctx.ts';
import { likeComment, writeComment } from '#server/modules/comments/index.ts';
import { asUser, atTime } from './at-time.ts';
import { DEMO_ARTICLES } from './world/articles.ts';
import { noteMade, worldState } from './world-state.ts';

const HOUR_MS = 3_600_000;
const MADE = 'comments';

/** What readers say of the articles, some hours apart, and what their authors answer. Again after a crash goes on. */
export async function commentArticles(ctx: Ctx): Promise<void> {
  const { people, made, works } = await worldState.read(ctx);
  if (made.includes(MADE)) return;
  const now_ms = ctx.app.clock.now().getTime();
  for (const [n, { comments, publisher, days_ago }] of DEMO_ARTICLES.entries()) {
    const id = works[`article-${n}`];
    if (id === undefined) continue;
    const written: number[] = [];
    for (const [i, { by, text, answers, likes = 0 }] of comments.entries()) {
      const writer_id = (by === 'author' ? people.publisher_ids[publisher] : people.reader_ids[by]) as number;
      const at = new Date(now_ms - days_ago * 24 * HOUR_MS + (i + 1) * 5 * HOUR_MS);
      const then = asUser(atTime(ctx, at), writer_id);
      const input = { kind: KINDS.article.key, id, text, key: `demo-comment-${n}-${i}` };
      const { comment } = await writeComment(then, { ...input, answers: answers === undefined ? 0 : (written[answers] ?? 0) });
      written.push(comment.id);
      for (const reader_id of people.reader_ids.filter((one) => one !== writer_id).slice(0, likes)) {
        await likeComment(asUser(ctx, reader_id), comment.id, true);
      }
    }
  }
  await noteMade(ctx, MADE);
}

import { type Ctx, requireUser } from '#server/app/ctx.ts';
import { askAssistant } from '#server/modules/assistant/index.ts';
import { assistant_files } from '#server/modules/assistant/tables.ts';
import { makePaper, renamePaper } from '#server/modules/papers/index.ts';

/** A question of A's that waits for its answer, the words of a file that nothing was asked about, and a document of theirs. */
export async function assistantThings(ctx: Ctx, mark: string): Promise<Record<string, unknown>> {
  const place = { conversation_id: 0, after: 0, beside: 0, files: [] };
  const turn = await askAssistant(ctx, { key: 'owned-question', ...place, tool: '', question: `${mark}年会`, input: {}, pay: false });
  const { id: paper } = await makePaper(ctx, { kind: 'outline' });
  await renamePaper(ctx, paper, `${mark}大纲`);
  const words = { name: `${mark}.pdf`, passages: [{ at: '第 1 页', text: mark }] };
  const rows = await ctx.db
    .insert(assistant_files)
    .values({ user_id: requireUser(ctx), upload_id: 1_000_000_000, ...words })
    .returning({ id: assistant_files.id });
  return { assistant_answer: turn.id, assistant_conversation: turn.conversation_id, assistant_file: rows[0]?.id, paper };
}

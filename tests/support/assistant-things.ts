import type { Ctx } from '#server/app/ctx.ts';
import { askAssistant } from '#server/modules/assistant/index.ts';
import { makePaper, renamePaper } from '#server/modules/papers/index.ts';

/** A question of A's that waits for its answer, and a document of theirs. */
export async function assistantThings(ctx: Ctx, mark: string): Promise<Record<string, unknown>> {
  const asked = {
    key: 'owned-question',
    conversation_id: 0,
    after: 0,
    beside: 0,
    tool: '',
    question: `${mark}年会`,
    input: {},
    pay: false,
  } as const;
  const turn = await askAssistant(ctx, asked);
  const { id: paper } = await makePaper(ctx, { kind: 'outline' });
  await renamePaper(ctx, paper, `${mark}大纲`);
  return { assistant_answer: turn.id, assistant_conversation: turn.conversation_id, paper };
}
